import type { redeemActivationCode } from '@yunji/contract/commerce/activation/calls'
import type { ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { type CodeRow, codeStateAt, digestOfTyped } from '../activation/index.ts'
import type { RedeemDeps } from './deps.ts'
import { providePhone } from './provide-phone.ts'
import { renewByCode } from './renew-by-code.ts'

type RedeemInput = CallArguments<typeof redeemActivationCode>
type Redeemed = CallData<typeof redeemActivationCode>

const refusals: Readonly<Record<Exclude<ActivationCodeState, 'unused'>, string>> = {
  used: '激活码已被使用',
  expired: '激活码已过期',
  returned: '激活码已失效',
}

/**
 * Turns a code into a phone or into more time for one, for whoever has it. The code is held first, so of many at the same
 * moment one gets it; a refusal at any point leaves it unused.
 */
export const redeemCode =
  (deps: RedeemDeps) =>
  async (tx: Tx, { userId }: Caller, input: RedeemInput): Promise<Redeemed> => {
    const now = deps.clock.now()
    const code = await lockUnusedCode(tx, input.activationCode, now)
    const { deviceId } = input
    const got =
      deviceId === undefined
        ? await providePhone(deps, tx, code, { ...input, userId })
        : await renewByCode(deps, tx, code, { userId, deviceId }, now)
    const isNewPhone = deviceId === undefined
    await tx
      .update(activationCodes)
      .set({
        state: 'used',
        usedAt: now,
        usedBy: userId,
        usedFor: isNewPhone ? 'newPhone' : 'renewal',
        deviceId: got.deviceId,
      })
      .where(eq(activationCodes.id, code.id))
    return { deviceId: got.deviceId, isNewPhone, expiresAt: got.expiresAt.getTime() }
  }

const lockUnusedCode = async (tx: Tx, typed: string, now: Date): Promise<CodeRow> => {
  const [code] = await tx
    .select()
    .from(activationCodes)
    .where(eq(activationCodes.digest, digestOfTyped(typed)))
    .for('update')
  if (!code) throw new AppError('SHOW_ERROR_TIP', { text: '激活码不正确' })
  const state = codeStateAt(code, now)
  if (state !== 'unused') throw new AppError('SHOW_ERROR_TIP', { text: refusals[state] })
  return code
}
