import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { activationBatches, activationCodes } from '../../../tables/activation.ts'
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

/**
 * Whether the code of a device is of a withdrawn batch. Locks the batch before the code, as its withdrawal does, so that
 * one of the two sees the other.
 */
export const isBatchWithdrawn = async (tx: Tx, deviceId: number): Promise<boolean> => {
  const [batch] = await tx
    .select({ withdrawnAt: activationBatches.withdrawnAt })
    .from(activationBatches)
    .innerJoin(activationCodes, eq(activationCodes.batchId, activationBatches.id))
    .where(isCodeOfPhone(deviceId))
    .for('share', { of: activationBatches })
  return batch !== undefined && batch.withdrawnAt !== null
}

const isCodeOfPhone = (deviceId: number) =>
  and(eq(activationCodes.deviceId, deviceId), eq(activationCodes.usedFor, 'newPhone'))

/** Takes back the use of a code whose device was not created; an expired one gets time until `graceEnd`. */
export const restoreCodeOfDevice = async (
  tx: Tx,
  deviceId: number,
  { state, now, graceEnd }: { readonly state: 'unused' | 'returned'; readonly now: Date; readonly graceEnd: Date },
): Promise<CodeRow | undefined> => {
  const [code] = await tx
    .update(activationCodes)
    .set({
      state,
      usedAt: null,
      usedBy: null,
      usedFor: null,
      deviceId: null,
      expiresAt: sql`case when ${activationCodes.expiresAt} > ${now} then ${activationCodes.expiresAt} else ${graceEnd} end`,
    })
    .where(isCodeOfPhone(deviceId))
    .returning()
  return code
}

type Share = typeof orderDevices.$inferInsert

/** Adds the device's share of the order that bought the code. A given code has none: its time is worth no money. */
export const insertShare = async (
  tx: Tx,
  { id: codeId, orderId, paidCents }: CodeRow,
  share: Pick<Share, 'deviceId' | 'productId' | 'boughtSeconds' | 'startsAt'>,
): Promise<void> => {
  if (orderId !== null) await tx.insert(orderDevices).values({ ...share, orderId, codeId, paidCents })
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
