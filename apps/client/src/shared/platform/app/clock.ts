import { useEffect, useState } from 'react'

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

const MINUTE_MS = 60_000

/** The current time, updated every minute; nothing is displayed more finely. */
export const useMinute = (): number => {
  const [nowMs, setNowMs] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(systemClock()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
