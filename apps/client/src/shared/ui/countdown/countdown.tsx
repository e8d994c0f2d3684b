import { countdown } from '@yunji/contract/display/time'
import { useEffect, useRef, useState } from 'react'
import { type Clock, systemClock } from '../../platform/app/clock.ts'
import { Box } from '../elements/elements'
import styles from './countdown.module.css'
import { startTicks } from './countdown-ticks.ts'

const UNITS = ['hours', 'minutes', 'seconds'] as const

interface CountdownProps {
  readonly endsAtMs: number
  readonly clock?: Clock
  readonly onEnd?: () => void
  /** Each part in a dark box of its own, where the time is the message. */
  readonly isBoxed?: boolean
}

/** Runs down to an end, second by second. */
export function Countdown({ endsAtMs, clock = systemClock, onEnd, isBoxed }: CountdownProps) {
  const [nowMs, setNowMs] = useState(clock)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })

  useEffect(
    () =>
      startTicks(endsAtMs, clock, (atMs) => {
        setNowMs(atMs)
        if (atMs >= endsAtMs) end.current?.()
      }),
    [endsAtMs, clock],
  )

  const text = countdown(endsAtMs, nowMs)
  if (!isBoxed) {
    return (
      <Box as="span" className={styles.text}>
        {text}
      </Box>
    )
  }
  const pieces = text.split(' 天 ')
  const days = pieces.length > 1 ? pieces[0] : undefined
  const parts = pieces[pieces.length - 1]?.split(':') ?? []
  return (
    <Box className={styles.boxes} role="timer">
      {days && <Box className={styles.days}>{`${days} 天`}</Box>}
      {UNITS.slice(-parts.length).map((unit, index) => (
        <Box key={unit} className={styles.part}>
          {index > 0 && <Box className={styles.colon}>:</Box>}
          <Box className={styles.box}>{parts[index]}</Box>
        </Box>
      ))}
    </Box>
  )
}
