import type {
  getBills as billsCall,
  closeBillDifference,
  getBillDifferences as differencesCall,
} from '@yunji/contract/operator/bill-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import { type BillFile, type BillLine, BillRefused } from '../../../platform/payments.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { findOrExpectBill, saveBill } from './reconcile-bills.ts'
import {
  type BillKey,
  countOpen,
  type DifferenceRow,
  findDifference,
  listBills,
  listDifferences,
  markDifferenceClosed,
  updateBill,
} from './store.ts'

export const getBills =
  ({ database: { db } }: PaymentDeps) =>
  async (input: CallArguments<typeof billsCall>): Promise<CallData<typeof billsCall>> => {
    const [found, total] = await listBills(db, input)
    const records = found.map(({ bill, openDifferences }) => {
      const { dueAt: _dueAt, failures: _failures, readAt, ...shown } = bill
      return { ...shown, readAt: readAt?.getTime() ?? null, openDifferences }
    })
    return pageOf(records, input.page, input.rows, total)
  }

const toDifference = ({ id, foundAt, closedAt, ...difference }: DifferenceRow) => ({
  ...difference,
  differenceId: id,
  foundAt: foundAt.getTime(),
  closedAt: closedAt?.getTime() ?? null,
})

export const getDifferences =
  ({ database: { db } }: PaymentDeps) =>
  async (input: CallArguments<typeof differencesCall>): Promise<CallData<typeof differencesCall>> => {
    const place = placeOf(input.cursor, false)
    return keysetPage(await listDifferences(db, input, place?.id, PAGE_ROWS + 1), PAGE_ROWS, toDifference)
  }

export const subjectOf = ({ provider, day }: BillKey): string => `bill:${provider}:${day}`

/** Reads a file that an operator gives. It settles nothing by itself: only the provider's own answer books money. */
export const importBill = (deps: PaymentDeps) => async (key: BillKey, file: Uint8Array, addAudit: AddAudit) => {
  const provider = deps.payments[key.provider]
  if (!provider) throw new AppError('BAD_INPUT', { text: '没有开通这个支付平台' })
  const bill = readFile(() => provider.readBill(file))
  assertOfDay(key.day, bill)
  const { lines } = bill
  await findOrExpectBill(deps, key)
  await saveBill(deps, key, lines, 'import', async (tx, { state, source }) => {
    // The job asks about unconfirmed payments at once.
    await updateBill(tx, key, { dueAt: deps.clock.now(), failures: 0 })
    const after = { source: 'import', lines: lines.length }
    await addAudit(tx, { subject: subjectOf(key), before: { state, source }, after })
  })
  return { lines: lines.length, openDifferences: await countOpen(deps.database.db, key) }
}

/** A provider may give an earlier day for a refund, but none for a payment, and no later one. */
const assertOfDay = (day: string, bill: BillFile): void => {
  const isOther = (line: BillLine): boolean => (line.subject === 'payment' ? line.day !== day : line.day > day)
  const named = bill.day ?? day
  const other = named === day ? bill.lines.find(isOther)?.day : named
  if (other !== undefined) throw new AppError('BAD_INPUT', { text: `文件里有 ${other} 的交易，不是 ${day} 的账单` })
  if (bill.day === undefined && !bill.lines.some((line) => line.day === day))
    throw new AppError('BAD_INPUT', { text: `文件里没有 ${day} 的交易，无法确认是这一天的账单` })
}

const readFile = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (error) {
    if (error instanceof BillRefused) throw new AppError('ILLEGAL_FILE', { text: error.message })
    throw error
  }
}

export const closeDifference =
  ({ database: { db }, clock }: PaymentDeps) =>
  ({ name }: Operator, { differenceId, note }: CallArguments<typeof closeBillDifference>): Promise<null> =>
    db.transaction(async (tx) => {
      if (await markDifferenceClosed(tx, differenceId, { closedAt: clock.now(), closedBy: name, note })) return null
      throw (await findDifference(tx, differenceId))
        ? new AppError('SHOW_ERROR_TIP', { text: '这笔差异已处理' })
        : new AppError('NOT_FOUND')
    })
