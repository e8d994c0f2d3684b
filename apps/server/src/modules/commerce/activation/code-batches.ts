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
import { type CodeRow, codeStateAt, insertCodes } from './store.ts'

const CODES_AT_ONCE = 500
const SHOWN_DIGITS = 4

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

/** Empty where the key that sealed it is gone. */
const openCode = (sealedTexts: CodeDeps['sealedTexts'], { sealedCode, digest }: CodeRow): string =>
  formatCode(sealedTexts.open(sealedCode, sealContext(digest)) ?? '')

/** Twelve of sixteen characters stay hidden: 60 bits, and redemption limits wrong guesses. */
const maskCode = (code: string): string => code && `****-${code.slice(-SHOWN_DIGITS)}`

export const getBatchCodes =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  async ({
    cursor,
    batchId,
    state,
  }: CallArguments<typeof calls.getBatchCodes>): Promise<CallData<typeof calls.getBatchCodes>> => {
    if (!(await store.hasBatch(db, batchId))) throw new AppError('NOT_FOUND')
    const now = clock.now()
    const filter = { state, now, place: placeOf(cursor, false) }
    const found = await store.listBatchCodes(db, batchId, filter, PAGE_ROWS + 1)
    return keysetPage(found, PAGE_ROWS, (code) => ({
      codeId: code.id,
      maskedCode: maskCode(openCode(sealedTexts, code)),
      state: codeStateAt(code, now),
      usedBy: code.usedBy,
      usedAt: code.usedAt?.getTime() ?? null,
    }))
  }

/** The codes themselves, for whoever hands them out. They stand in no file of ours and in no log. */
export const exportCodeBatch =
  ({ database: { db }, clock, sealedTexts }: CodeDeps) =>
  ({ rights }: Operator, batchId: number): Promise<CallData<typeof calls.exportCodeBatch>> =>
    db.transaction(async (tx) => {
      const right = 'marketing.read'
      if (!rights.includes(right)) throw new AppError('NO_PERMISSION', { data: { right } })
      if (!(await store.hasBatch(tx, batchId))) throw new AppError('NOT_FOUND')
      const now = clock.now()
      const codes = await store.listBatchCodes(tx, batchId, { now }, CODE_BATCH_MAXIMUM)
      return {
        codes: codes.map((code) => ({
          activationCode: openCode(sealedTexts, code),
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
