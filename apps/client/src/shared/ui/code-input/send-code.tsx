import { useEffect, useState } from 'react'
import { type Clock, systemClock } from '../../platform/app/clock.ts'
import { classes } from '../classes.ts'
import { startTicks } from '../countdown/countdown-ticks.ts'
import { Tap } from '../elements/elements'
import { resendText, secondsToResend, sendCode, useResendTimes } from './resend.ts'
import styles from './send-code.module.css'

interface SendCodeProps {
  /** What the code is for and where it goes: each waits for itself. */
  readonly id: string
  /** Gives the seconds until the next one may be asked for, or nothing; what went wrong, it has told the user. */
  readonly onSend: () => Promise<number | undefined>
  readonly clock?: Clock
}

/** Asks for a verification code, and again when its time has come. */
export function SendCode({ id, onSend, clock = systemClock }: SendCodeProps) {
  const endsAtMs = useResendTimes((times) => times[id])
  const [nowMs, setNowMs] = useState(clock)
  const [isSending, setSending] = useState(false)

  useEffect(() => (endsAtMs === undefined ? undefined : startTicks(endsAtMs, clock, setNowMs)), [endsAtMs, clock])

  const send = async () => {
    setSending(true)
    await sendCode(id, onSend, clock).finally(() => setSending(false))
  }

  const secondsLeft = endsAtMs === undefined ? 0 : secondsToResend(endsAtMs, nowMs)
  const mustWait = isSending || secondsLeft > 0
  return (
    <Tap className={classes(styles.link, mustWait && styles.waiting)} isDisabled={mustWait} onTap={() => void send()}>
      {isSending ? '发送中…' : resendText(endsAtMs, secondsLeft)}
    </Tap>
  )
}
