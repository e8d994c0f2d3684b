import { VERIFICATION_CODE_COUNTDOWN_SECONDS } from '@yunji/contract/display/limits'
import { create } from 'zustand'
import type { Clock } from '../../platform/app/clock.ts'

const SECOND_MS = 1000

/** Time of the next allowed request, by id. Global, so that leaving the page does not reset the countdown. */
export const useResendTimes = create<Readonly<Record<string, number>>>(() => ({}))

/** Remaining seconds, rounded up; limited, so that a clock set back does not extend the wait. */
export const secondsToResend = (endsAtMs: number, nowMs: number): number =>
  Math.min(Math.max(Math.ceil((endsAtMs - nowMs) / SECOND_MS), 0), VERIFICATION_CODE_COUNTDOWN_SECONDS)

/** Has a code sent. The wait begins when the answer says how long it is; without one there is nothing to wait for. */
export const sendCode = async (id: string, send: () => Promise<number | undefined>, clock: Clock): Promise<void> => {
  const waitSeconds = await send()
  if (waitSeconds !== undefined) useResendTimes.setState({ [id]: clock() + waitSeconds * SECOND_MS })
}

export const resendText = (endsAtMs: number | undefined, secondsLeft: number): string => {
  if (secondsLeft > 0) return `${secondsLeft} 秒后重发`
  return endsAtMs === undefined ? '获取验证码' : '重新获取'
}
