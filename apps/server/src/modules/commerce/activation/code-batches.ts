import { CODE_BATCH_MAXIMUM } from '@yunji/contract/commerce/activation/schema'
import type * as calls from '@yunji/contract/operator/code-batch-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import * as store from './batch-store.ts'
import { formatCode } from './code.ts'
import type { CodeDeps } from './list-codes.ts'
import { sealContext, sealNewCode } from './mint-codes.ts'
import { codeStateAt, insertCodes } from './store.ts'

const CODES_AT_ONCE = 500

export const getCodeBatches =
  ({ database: { db }, clock }: CodeDeps) =>
  async ({
    cursor,
    state,
    text,
  }: CallArguments<typeof calls.getCodeBatches>): Promise<CallData<typeof calls.getCodeBatches>> => {
    const now = clock.now()
    const found = await store.listBatches(db, { state, text }, placeOf(cursor, false), PAGE_ROWS + 1, now)
    return keysetPage(found, PAGE_ROWS, ({ batch, product, used, withdrawn }) => ({
      batchId: batch.id,
      name: batch.name,
      note: batch.note,
      state: batch.withdrawnAt ? 'withdrawn' : batch.expiresAt > now ? 'usable' : 'expired',
      productId: batch.productId,
      goodsName: product.goodsName,
      cpuCores: product.cpuCores,
      memoryGb: product.memoryGb,
      storageGb: product.storageGb,
      version: product.version,
      isVideoEdition: product.isVideoEdition,
      goodTime: product.goodTime,
      quantity: batch.quantity,
      used,
      unused: batch.quantity - used - withdrawn,
      withdrawn,
      operatorName: batch.operatorName,
      createdAt: batch.createdAt.getTime(),
      expiresAt: batch.expiresAt.getTime(),
      withdrawnAt: batch.withdrawnAt?.getTime() ?? null,
    }))
  }

export const createCodeBatch =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  (
    { name: operatorName }: Operator,
    input: CallArguments<typeof calls.createCodeBatch>,
  ): Promise<CallData<typeof calls.createCodeBatch>> =>
    db.transaction(async (tx) => {
      const { validDays, ...terms } = input
      const { productId, quantity } = terms
      if (!(await store.isProductOnSale(tx, productId))) throw new AppError('GOODS_NOT_EXIST')
      const createdAt = clock.now()
      const times = { createdAt, expiresAt: later(createdAt, validDays * DAY_MS) }
      const batch = await store.insertBatch(tx, { ...terms, ...times, operatorName })
      if (!batch) throw new AppError('BAD_INPUT', { text: '已有同名的批次' })
      const given = { ...times, productId, batchId: batch.id, paidCents: 0 }
      for (let made = 0; made < quantity; made += CODES_AT_ONCE) {
        const length = Math.min(CODES_AT_ONCE, quantity - made)
        await insertCodes(
          tx,
          Array.from({ length }, () => ({ ...given, ...sealNewCode(sealedTexts) })),
        )
      }
      return { batchId: batch.id }
    })

/** The codes themselves, for whoever hands them out. They stand in no file of ours and in no log. */
export const exportCodeBatch =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  ({ rights }: Operator, batchId: number): Promise<CallData<typeof calls.exportCodeBatch>> =>
    db.transaction(async (tx) => {
      const right = 'marketing.read'
      if (!rights.includes(right)) throw new AppError('NO_PERMISSION', { data: { right } })
      if (!(await store.hasBatch(tx, batchId))) throw new AppError('NOT_FOUND')
      const now = clock.now()
      const codes = await store.listBatchCodes(tx, batchId, CODE_BATCH_MAXIMUM)
      return {
        codes: codes.map((code) => ({
          activationCode: formatCode(sealedTexts.open(code.sealedCode, sealContext(code.digest)) ?? ''),
          state: codeStateAt(code, now),
          expiresAt: code.expiresAt.getTime(),
          usedAt: code.usedAt?.getTime() ?? null,
        })),
      }
    })

/** Unused codes become void. The batch is locked first: a phone that fails to be created meanwhile restores no code of it. */
export const withdrawCodeBatch =
  ({ database: { db }, clock }: CodeDeps) =>
  (batchId: number): Promise<CallData<typeof calls.withdrawCodeBatch>> =>
    db.transaction(async (tx) => {
      if (!(await store.markBatchWithdrawn(tx, batchId, clock.now()))) throw new AppError('NOT_FOUND')
      return { withdrawn: await store.withdrawUnusedCodes(tx, batchId) }
    })
