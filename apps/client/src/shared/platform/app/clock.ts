/** The time as epoch milliseconds, or whatever a test takes for it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

let aheadMs = 0

/** Takes the time of an answer, so that countdowns are right on a phone with a wrong clock. */
export const syncServerClock = (serverMs: number, clock: Clock = systemClock): void => {
  if (serverMs > 0) aheadMs = serverMs - clock()
}

/** Server time, estimated from the last answer. */
export const serverClock: Clock = () => systemClock() + aheadMs
