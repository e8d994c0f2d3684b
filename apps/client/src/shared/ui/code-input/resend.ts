import { VERIFICATION_CODE_COUNTDOWN_SECONDS } from '@yunji/contract/display/limits'
import { create } from 'zustand'
import type { Clock } from '../../platform/app/clock.ts'

const SECOND_MS = 1000

/** When each code may be asked for again: kept outside of any page, so that leaving it and coming back starts nothing anew. */
export const useResendTimes = create<Readonly<Record<string, number>>>(() => ({}))

/** Whole seconds until then, a begun one counting. A clock that was set back cannot make the wait longer. */
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
