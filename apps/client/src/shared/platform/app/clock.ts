/** The time as epoch milliseconds, or whatever a test takes for it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

let aheadMs = 0

/** Every answer says when it was given: a phone whose clock is wrong still counts down to the right moment. */
export const syncServerClock = (serverMs: number, clock: Clock = systemClock): void => {
  if (serverMs > 0) aheadMs = serverMs - clock()
}

/** What time it is at the server, as far as its last answer tells. */
export const serverClock: Clock = () => systemClock() + aheadMs
