import type { ActivationCodePreview } from '@yunji/contract/commerce/activation/schema'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { next } from '@yunji/contract/machine'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { digestOf, readCode } from './code.ts'
import type { CodeDeps } from './list-codes.ts'
import { codeStateAt, productColumns, toCodeProduct } from './store.ts'

const NONE = '激活码不正确'

/** The digest of what was typed; what cannot be a code is not even looked for. */
export const digestOfTyped = (typed: string): Buffer => {
  const code = readCode(typed)
  if (!code) throw new AppError('SHOW_ERROR_TIP', { text: NONE })
  return digestOf(code)
}

/** What a code gives and for which own devices it is good, before anything is done with it. */
export const getActivationCode =
  ({ database: { db }, clock }: CodeDeps) =>
  async ({ userId }: Caller, typed: string): Promise<ActivationCodePreview> => {
    const [found] = await db
      .select({ code: activationCodes, given: productColumns })
      .from(activationCodes)
      .innerJoin(billableProducts, eq(billableProducts.id, activationCodes.productId))
      .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
      .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
      .where(eq(activationCodes.digest, digestOfTyped(typed)))
    if (!found) throw new AppError('SHOW_ERROR_TIP', { text: NONE })
    const renewable = await listRenewable(db, userId, found.given.configId)
    return {
      ...toCodeProduct(found.given),
      state: codeStateAt(found.code, clock.now()),
      expiresAt: found.code.expiresAt.getTime(),
      renewable: renewable.map(({ id, name, expiresAt }) => ({ deviceId: id, name, expiresAt: expiresAt.getTime() })),
    }
  }

/** Own prepaid devices of the configuration that can be renewed, those that end first in front. */
const listRenewable = async (db: Db, ownerId: number, configId: number) => {
  const own = await db
    .select({ id: devices.id, name: devices.name, expiresAt: devices.expiresAt, state: devices.state })
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), eq(devices.configId, configId), eq(devices.isMetered, false)))
    .orderBy(asc(devices.expiresAt), asc(devices.id))
  return own.filter(({ state }) => next(deviceMachine, state, 'renew').ok)
}
