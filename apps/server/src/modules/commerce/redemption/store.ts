import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { deviceGroups } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import type { CodeRow } from '../activation/index.ts'

export const lockCode = async (tx: Tx, digest: Buffer): Promise<CodeRow | undefined> => {
  const [code] = await tx.select().from(activationCodes).where(eq(activationCodes.digest, digest)).for('update')
  return code
}

export const markCodeUsed = async (
  tx: Tx,
  codeId: number,
  use: Pick<CodeRow, 'usedAt' | 'usedBy' | 'usedFor' | 'deviceId'>,
): Promise<void> => {
  await tx
    .update(activationCodes)
    .set({ state: 'used', ...use })
    .where(eq(activationCodes.id, codeId))
}

/** Makes the code of a device that was not created unused again; an expired one gets time until `graceEnd`. */
export const restoreCodeOfDevice = async (
  tx: Tx,
  deviceId: number,
  now: Date,
  graceEnd: Date,
): Promise<CodeRow | undefined> => {
  const [code] = await tx
    .update(activationCodes)
    .set({
      state: 'unused',
      usedAt: null,
      usedBy: null,
      usedFor: null,
      deviceId: null,
      expiresAt: sql`case when ${activationCodes.expiresAt} > ${now} then ${activationCodes.expiresAt} else ${graceEnd} end`,
    })
    .where(and(eq(activationCodes.deviceId, deviceId), eq(activationCodes.usedFor, 'newPhone')))
    .returning()
  return code
}

export const insertShare = async (tx: Tx, share: typeof orderDevices.$inferInsert): Promise<void> => {
  await tx.insert(orderDevices).values(share)
}

export const markShareReturned = async (tx: Tx, orderId: number, deviceId: number, now: Date): Promise<void> => {
  await tx
    .update(orderDevices)
    .set({ returnedAt: now })
    .where(and(eq(orderDevices.orderId, orderId), eq(orderDevices.deviceId, deviceId)))
}

/** The product of a code, whether or not it is still on sale. */
export const getCodeProduct = async (tx: Tx, productId: number) => {
  const [sold] = await tx
    .select({
      product: billableProducts,
      configuration: goodsConfigurations,
      goodsName: goods.name,
      goodsLevel: goods.goodsLevel,
    })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(billableProducts.id, productId))
  if (!sold) throw new Error(`product ${productId} of a code is gone`)
  return sold
}

export const isOwnGroup = async (tx: Tx, userId: number, groupId: number): Promise<boolean> =>
  (await tx.$count(deviceGroups, and(eq(deviceGroups.id, groupId), eq(deviceGroups.userId, userId)))) > 0
