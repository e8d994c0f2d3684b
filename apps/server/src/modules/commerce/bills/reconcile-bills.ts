import { chinaDay, chinaDayPeriod } from '../../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readBatches } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { type BillLine, BillRefused, PaymentRefused, type ProviderName } from '../../../platform/payments.ts'
import { type PaymentDeps, recheckPayments } from '../payments/index.ts'
import {
  addBills,
  type BillKey,
  type BillRow,
  compareBill,
  countOpen,
  findBill,
  listDueBills,
  listUnconfirmed,
  lockBill,
  replaceLines,
  saveDifferences,
  updateBill,
} from './store.ts'

/** Providers make the bill of a day by ten o'clock of the next. */
const MADE_AFTER_MS = 10.5 * HOUR_MS
/** Without a bill by then, the provider has moved no money for us that day. */
const EMPTY_AFTER_MS = 2 * DAY_MS
const LOOK_BACK_DAYS = 14
/** Later on, only an operator asks for the bill. */
const GIVE_UP_AFTER_MS = 30 * DAY_MS
const FIRST_PAUSE_MS = HOUR_MS
const BATCH_SIZE = 64
const QUERIES_LIMIT = 200

const providersOf = ({ payments }: PaymentDeps): ProviderName[] => Object.keys(payments) as ProviderName[]

/** Expects the bills of the last days from every provider, and works off those that are due. */
export const reconcileBills = (deps: PaymentDeps) => {
  const {
    database: { db },
    clock,
    log,
  } = deps
  const fields = ({ provider, day }: BillRow) => ({ provider, day })
  const work = { job: 'bills.reconcile', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    const days = Array.from({ length: LOOK_BACK_DAYS }, (_, index) => chinaDay(later(now, -(index + 1) * DAY_MS)))
    const expected = providersOf(deps).flatMap((provider) =>
      days.map((day) => ({ provider, day, dueAt: dueAtOf(day) })),
    )
    await addBills(db, expected)
    for await (const page of readBatches<BillRow>(BATCH_SIZE, (last) => listDueBills(db, now, BATCH_SIZE, last)))
      await forEachRow(work, page, (bill) => reconcileBill(deps)(bill))
  }
}

const dueAtOf = (day: string): Date => later(chinaDayPeriod(day).to, MADE_AFTER_MS)

/** The provider's refusal is recorded with the bill and logged; it is no failure of the job. */
const reconcileBill =
  (deps: PaymentDeps) =>
  async (bill: BillRow): Promise<void> => {
    try {
      await checkBill(deps, bill)
    } catch (error) {
      if (!(error instanceof PaymentRefused) && !(error instanceof BillRefused)) throw error
      deps.log.warn({ err: error, provider: bill.provider, day: bill.day }, 'bill not read')
      await postpone(deps, bill, error.message)
    }
  }

/** Doubles the pause, up to a day. */
const postpone = async ({ database: { db }, clock }: PaymentDeps, bill: BillRow, failure: string): Promise<void> => {
  const now = clock.now()
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(bill.failures, 5), DAY_MS)
  const isOld = later(chinaDayPeriod(bill.day).to, GIVE_UP_AFTER_MS) <= now
  await updateBill(db, bill, {
    failures: bill.failures + 1,
    failure: failure.slice(0, 200),
    dueAt: isOld ? null : later(now, pauseMs),
  })
}

/**
 * Downloads the bill unless that was done, compares it, and asks the provider about payments that we have not booked. An
 * imported bill is worked off too while the download fails.
 */
const checkBill = async (deps: PaymentDeps, bill: BillRow): Promise<void> => {
  const { db } = deps.database
  let failure: unknown
  try {
    await readDownload(deps, bill)
  } catch (error) {
    if (bill.state !== 'read') throw error
    failure = error
  }
  if (bill.state === 'read') await db.transaction((tx) => compare(tx, deps, bill))
  const unconfirmed = await listUnconfirmed(db, bill, QUERIES_LIMIT)
  if (unconfirmed.length > 0) {
    await recheckPayments(deps, bill.provider, unconfirmed)
    await db.transaction((tx) => compare(tx, deps, bill))
  }
  if (failure !== undefined) throw failure
}

/** The provider's own bill takes the place of an imported one, which an operator could have shortened. */
const readDownload = async (deps: PaymentDeps, bill: BillRow): Promise<void> => {
  if (bill.source === 'download' && !isEmpty(bill)) return
  const provider = deps.payments[bill.provider]
  if (!provider) throw new PaymentRefused('payment provider not set up')
  const file = await provider.downloadBill(bill.day)
  if (file) return saveBill(deps, bill, provider.readBill(file).lines, 'download')
  if (bill.state === 'read') return
  const isLate = later(chinaDayPeriod(bill.day).to, EMPTY_AFTER_MS) <= deps.clock.now()
  if (!isLate) throw new PaymentRefused('no bill yet')
  await saveBill(deps, bill, [], 'download')
}

/** Stores the lines of a bill and compares them, in one transaction. */
export const saveBill = (
  deps: PaymentDeps,
  key: BillKey,
  given: readonly BillLine[],
  source: 'download' | 'import',
  /** Runs in the same transaction. */
  onSaved?: (tx: Tx, before: BillRow) => Promise<void>,
): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const before = await lockBill(tx, key)
    if (!before) throw new Error(`no bill of ${key.provider} for ${key.day}`)
    if (before.source === 'download' && !isEmpty(before) && source === 'import')
      throw new AppError('SHOW_ERROR_TIP', { text: '这一天的账单已从支付平台下载，不需要导入' })
    const lines = mergeLines(given)
    await replaceLines(tx, key, lines)
    await updateBill(tx, key, { ...totalsOf(lines), state: 'read', source, readAt: deps.clock.now(), failure: '' })
    await compare(tx, deps, key)
    await onSaved?.(tx, before)
  })

const isEmpty = ({ payments, refunds }: BillRow): boolean => payments + refunds === 0

/** A bill may split a refund into several lines; lines without our number keep the provider's. */
const mergeLines = (lines: readonly BillLine[]): BillLine[] => {
  const merged = new Map<string, BillLine>()
  for (const given of lines) {
    const line = { ...given, number: given.number || given.transactionId }
    const key = `${line.subject} ${line.number}`
    const other = merged.get(key)
    const amountCents = line.amountCents + (other?.amountCents ?? 0)
    const feeCents = line.feeCents + (other?.feeCents ?? 0)
    merged.set(key, { ...line, amountCents, feeCents, isSettled: line.isSettled && (other?.isSettled ?? true) })
  }
  return [...merged.values()]
}

const totalsOf = (lines: readonly BillLine[]) => {
  const sum = (some: readonly BillLine[], of: (line: BillLine) => number) =>
    some.reduce((total, line) => total + of(line), 0)
  const payments = lines.filter(({ subject }) => subject === 'payment')
  const refunds = lines.filter(({ subject }) => subject === 'refund')
  return {
    payments: payments.length,
    paymentCents: sum(payments, ({ amountCents }) => amountCents),
    refunds: refunds.length,
    refundCents: sum(refunds, ({ amountCents }) => amountCents),
    feeCents: sum(lines, ({ feeCents }) => feeCents),
  }
}

/** A bill with open differences or from a file is looked at again the next day, for as long as notices may still come. */
const compare = async (tx: Tx, { clock }: PaymentDeps, key: BillKey): Promise<void> => {
  const now = clock.now()
  const period = chinaDayPeriod(key.day)
  await lockBill(tx, key)
  await saveDifferences(tx, key, await compareBill(tx, key, period), now)
  const isRecent = later(period.to, LOOK_BACK_DAYS * DAY_MS) > now
  const bill = await findBill(tx, key)
  const isUnsure = bill?.source === 'import' || (await countOpen(tx, key)) > 0
  await updateBill(tx, key, { dueAt: isRecent && isUnsure ? latest(dueAtOf(key.day), later(now, DAY_MS)) : null })
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** Has the job check a bill with its next run: downloads and queries take longer than an operator's request may. */
export const checkBillSoon = async (deps: PaymentDeps, key: BillKey): Promise<void> => {
  await findOrExpectBill(deps, key)
  await updateBill(deps.database.db, key, { dueAt: deps.clock.now(), failures: 0 })
}

/** The bill of a day that is over, expected from now on when it was not. */
export const findOrExpectBill = async ({ database: { db }, clock }: PaymentDeps, key: BillKey): Promise<BillRow> => {
  if (key.day >= chinaDay(clock.now())) throw new AppError('BAD_INPUT', { text: '这一天还没有结束' })
  await addBills(db, [{ ...key, dueAt: dueAtOf(key.day) }])
  const bill = await findBill(db, key)
  if (!bill) throw new Error(`no bill of ${key.provider} for ${key.day}`)
  return bill
}
