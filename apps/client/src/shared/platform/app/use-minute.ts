import { useEffect, useState } from 'react'
import { systemClock } from './clock.ts'

const MINUTE_MS = 60_000

/** The time, to the minute: neither what is left nor how long ago something was is shown any finer. */
export const useMinute = (): number => {
  const [nowMs, setNowMs] = useState(systemClock)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(systemClock()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
