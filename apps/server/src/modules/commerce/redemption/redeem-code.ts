import type { redeemActivationCode } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { type CodeRow, codeStateAt, digestOfTyped } from '../activation/index.ts'
import type { RedeemDeps } from './provide-phone.ts'
import { providePhone } from './provide-phone.ts'
import { renewByCode } from './renew-by-code.ts'
import { lockCode, markCodeUsed } from './store.ts'

type RedeemInput = CallArguments<typeof redeemActivationCode>
type Redeemed = CallData<typeof redeemActivationCode>

const refusals: Readonly<Record<Exclude<ActivationCodeState, 'unused'>, string>> = {
  used: '激活码已被使用',
  expired: '激活码已过期',
  returned: '激活码已失效',
}

/**
 * Redeems a code for a new phone or for more time of one. The code is locked first, so of simultaneous calls one succeeds; a
 * refusal leaves it unused.
 */
export const redeemCode =
  (deps: RedeemDeps) =>
  async (tx: Tx, { userId }: Caller, input: RedeemInput): Promise<Redeemed> => {
    const now = deps.clock.now()
    const code = await lockUnusedCode(tx, input.activationCode, now)
    const { deviceId } = input
    const redeemed =
      deviceId === undefined
        ? await providePhone(deps, tx, code, { ...input, userId })
        : await renewByCode(deps, tx, code, { userId, deviceId }, now)
    const isNewPhone = deviceId === undefined
    await markCodeUsed(tx, code.id, {
      usedAt: now,
      usedBy: userId,
      usedFor: isNewPhone ? 'newPhone' : 'renewal',
      deviceId: redeemed.deviceId,
    })
    return { deviceId: redeemed.deviceId, isNewPhone, expiresAt: redeemed.expiresAt.getTime() }
  }

const lockUnusedCode = async (tx: Tx, typed: string, now: Date): Promise<CodeRow> => {
  const code = await lockCode(tx, digestOfTyped(typed))
  if (!code) throw new AppError('SHOW_ERROR_TIP', { text: '激活码不正确' })
  const state = codeStateAt(code, now)
  if (state !== 'unused') throw new AppError('SHOW_ERROR_TIP', { text: refusals[state] })
  return code
}
