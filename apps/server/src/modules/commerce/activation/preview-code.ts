import type { ActivationCodePreview } from '@yunji/contract/commerce/activation/schema'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { digestOf, readCode } from './code.ts'
import type { CodeDeps } from './list-codes.ts'
import { codeStateAt, findCode, listPrepaidDevices } from './store.ts'

const INCORRECT = '激活码不正确'

/** The digest of a typed code; a text that cannot be a code is refused without a query. */
export const digestOfTyped = (typed: string): Buffer => {
  const code = readCode(typed)
  if (!code) throw new AppError('SHOW_ERROR_TIP', { text: INCORRECT })
  return digestOf(code)
}

/** The product of a code and the caller's devices that it can renew; the code is not used. */
export const getActivationCode =
  ({ database: { db }, clock }: CodeDeps) =>
  async ({ userId }: Caller, typed: string): Promise<ActivationCodePreview> => {
    const found = await findCode(db, digestOfTyped(typed))
    if (!found) throw new AppError('SHOW_ERROR_TIP', { text: INCORRECT })
    const renewable = await listRenewable(db, userId, found.product.configId)
    return {
      ...found.product,
      state: codeStateAt(found.code, clock.now()),
      expiresAt: found.code.expiresAt.getTime(),
      renewable: renewable.map(({ id, name, expiresAt }) => ({ deviceId: id, name, expiresAt: expiresAt.getTime() })),
    }
  }

const listRenewable = async (db: Db, ownerId: number, configId: number) =>
  (await listPrepaidDevices(db, ownerId, configId)).filter(({ state }) => nextStep(deviceMachine, state, 'renew').ok)
