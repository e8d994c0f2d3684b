import { useEffect, useState } from 'react'
import { systemClock } from '../../shared/platform/clock.ts'

const MINUTE_MS = 60_000

/** The time, to the minute: what is left of a device's is shown no finer. */
export const useMinute = (): number => {
  const [nowMs, setNowMs] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(systemClock()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
