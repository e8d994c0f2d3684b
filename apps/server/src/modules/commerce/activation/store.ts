import type { ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'

export type CodeRow = typeof activationCodes.$inferSelect

/** What a code gives, as the wire tells it. */
export const productColumns = {
  goodsName: goods.name,
  goodsLevel: goods.goodsLevel,
  configId: goodsConfigurations.id,
  cpuCores: goodsConfigurations.cpuCores,
  memoryGb: goodsConfigurations.memoryGb,
  storageGb: goodsConfigurations.storageGb,
  version: goodsConfigurations.version,
  goodTime: billableProducts.goodTimeHours,
}

/** A row of those columns; the database knows the levels as numbers. */
export const toCodeProduct = <Row extends { goodsLevel: number }>(row: Row) => ({
  ...row,
  goodsLevel: Object.values(GoodsLevel).find((level) => level === row.goodsLevel) ?? GoodsLevel.enjoy,
})

/** That its time is up says the clock, and not a job. */
export const codeStateAt = ({ state, expiresAt }: CodeRow, now: Date): ActivationCodeState =>
  state === 'unused' && expiresAt <= now ? 'expired' : state

export const isInState = (state: ActivationCodeState, now: Date): SQL | undefined => {
  if (state === 'unused') return and(eq(activationCodes.state, 'unused'), gt(activationCodes.expiresAt, now))
  if (state === 'expired') return and(eq(activationCodes.state, 'unused'), lte(activationCodes.expiresAt, now))
  return eq(activationCodes.state, state)
}

export const countUnusedCodes = (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  db.$count(activationCodes, and(eq(activationCodes.ownerId, userId), isInState('unused', now)))

/** Whoever leaves gives up what nobody has redeemed, wherever the codes have gone. */
export const revokeUnusedCodes = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(activationCodes)
    .set({ state: 'returned' })
    .where(and(eq(activationCodes.ownerId, userId), eq(activationCodes.state, 'unused')))
}
