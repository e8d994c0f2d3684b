import type { ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import { and, asc, desc, eq, gt, isNotNull, isNull, like, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Place } from '../../../platform/keyset.ts'
import { activationBatches, activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { type CodeRow, codeProductColumns, isInState as isCodeInState } from './store.ts'

/** Prepaid products on sale; whether they are sold as codes makes no difference. */
export const isProductOnSale = async (tx: Tx, productId: number): Promise<boolean> => {
  const [product] = await tx
    .select({ id: billableProducts.id })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        eq(billableProducts.id, productId),
        eq(billableProducts.isMetered, false),
        billableProducts.isListed,
        goodsConfigurations.isListed,
        goods.isListed,
      ),
    )
  return product !== undefined
}

/** Undefined when another batch has the name. */
export const insertBatch = async (
  tx: Tx,
  batch: typeof activationBatches.$inferInsert,
): Promise<{ readonly id: number } | undefined> => {
  const [inserted] = await tx
    .insert(activationBatches)
    .values(batch)
    .onConflictDoNothing()
    .returning({ id: activationBatches.id })
  return inserted
}

type BatchState = 'usable' | 'expired' | 'withdrawn'

const isInState = (state: BatchState, now: Date): SQL | undefined => {
  if (state === 'withdrawn') return isNotNull(activationBatches.withdrawnAt)
  const { expiresAt } = activationBatches
  return and(isNull(activationBatches.withdrawnAt), state === 'usable' ? gt(expiresAt, now) : lte(expiresAt, now))
}

const hasText = (text: string): SQL | undefined =>
  or(
    like(activationBatches.name, `${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
    /^\d{1,15}$/.test(text) ? eq(activationBatches.id, Number(text)) : undefined,
  )

const countCodes = (state: CodeRow['state']) =>
  sql<number>`(
    select count(*)::int from activation_codes c where c.batch_id = activation_batches.id and c.state = ${state})`

interface BatchFilter {
  readonly state?: BatchState | undefined
  readonly text?: string | undefined
}

export const listBatches = (db: Db, { state, text }: BatchFilter, place: Place | undefined, limit: number, now: Date) =>
  db
    .select({
      id: activationBatches.id,
      batch: activationBatches,
      product: { ...codeProductColumns, isVideoEdition: goodsConfigurations.isVideoEdition },
      used: countCodes('used'),
      withdrawn: countCodes('returned'),
    })
    .from(activationBatches)
    .innerJoin(billableProducts, eq(billableProducts.id, activationBatches.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        state && isInState(state, now),
        text ? hasText(text) : undefined,
        place && lt(activationBatches.id, place.id),
      ),
    )
    .orderBy(desc(activationBatches.id))
    .limit(limit)

export const hasBatch = async (tx: Db | Tx, batchId: number): Promise<boolean> =>
  (await tx.$count(activationBatches, eq(activationBatches.id, batchId))) > 0

/** State of a batch for the audit log. */
export const readBatchState = async (tx: Tx, batchId: number) => {
  const { withdrawnAt } = activationBatches
  const [row] = await tx.select({ withdrawnAt }).from(activationBatches).where(eq(activationBatches.id, batchId))
  return row
}

interface CodeFilter {
  readonly state?: ActivationCodeState | undefined
  readonly place?: Place | undefined
  readonly now: Date
}

export const listBatchCodes = (
  db: Db | Tx,
  batchId: number,
  { state, place, now }: CodeFilter,
  limit: number,
): Promise<CodeRow[]> =>
  db
    .select()
    .from(activationCodes)
    .where(
      and(
        eq(activationCodes.batchId, batchId),
        state && isCodeInState(state, now),
        place && gt(activationCodes.id, place.id),
      ),
    )
    .orderBy(asc(activationCodes.id))
    .limit(limit)

/** Keeps the time of the first withdrawal; false when there is no such batch. */
export const markBatchWithdrawn = async (tx: Tx, batchId: number, now: Date): Promise<boolean> => {
  const { rowCount } = await tx
    .update(activationBatches)
    .set({ withdrawnAt: sql`coalesce(${activationBatches.withdrawnAt}, ${now})` })
    .where(eq(activationBatches.id, batchId))
  return rowCount === 1
}

export const withdrawUnusedCodes = async (tx: Tx, batchId: number): Promise<number> => {
  const { rowCount } = await tx
    .update(activationCodes)
    .set({ state: 'returned' })
    .where(and(eq(activationCodes.batchId, batchId), eq(activationCodes.state, 'unused')))
  return rowCount ?? 0
}
