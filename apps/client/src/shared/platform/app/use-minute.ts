import { useEffect, useState } from 'react'
import { systemClock } from './clock.ts'

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
