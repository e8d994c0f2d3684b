import { useEffect, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { type Clock, systemClock } from '../../platform/app/clock.ts'
import { classes } from '../classes.ts'
import { startTicks } from '../countdown/countdown-ticks.ts'
import { Tap } from '../elements/elements'
import { resendText, secondsToResend, sendCode, useResendTimes } from './resend.ts'
import styles from './send-code.module.css'

interface SendCodeProps {
  /** Purpose and destination of the code; every id has its own countdown. */
  readonly id: string
  /** Returns the seconds until the next request, or undefined; it shows its own failures. */
  readonly onSend: () => Promise<number | undefined>
  readonly clock?: Clock
}

/** Asks for a verification code, and again when its time has come. */
export function SendCode({ id, onSend, clock = systemClock }: SendCodeProps) {
  const endsAtMs = useResendTimes((times) => times[id])
  const [nowMs, setNowMs] = useState(clock)

  useEffect(() => (endsAtMs === undefined ? undefined : startTicks(endsAtMs, clock, setNowMs)), [endsAtMs, clock])

  const { isBusy, run } = useWrite(() => sendCode(id, onSend, clock))

  const secondsLeft = endsAtMs === undefined ? 0 : secondsToResend(endsAtMs, nowMs)
  const mustWait = isBusy || secondsLeft > 0
  return (
    <Tap className={classes(styles.link, mustWait && styles.waiting)} isDisabled={mustWait} onTap={run}>
      {isBusy ? '发送中…' : resendText(endsAtMs, secondsLeft)}
    </Tap>
  )
}
