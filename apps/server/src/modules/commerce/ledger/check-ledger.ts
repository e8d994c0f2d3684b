import type * as calls from '@yunji/contract/operator/ledger-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import { type Clock, HOUR_MS, later } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { keysetPage, PAGE_ROWS, type Place, placeOf } from '../../../platform/keyset.ts'
import * as store from './check-store.ts'

export interface LedgerDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'add'>
}

const CHECK_JOB = { name: 'ledger.check' } as const
/** Age after which a running check counts as abandoned. */
const LOST_AFTER_MS = 2 * HOUR_MS

interface CheckData {
  /** Absent in the nightly run. */
  readonly checkId?: number
}

export const startLedgerCheck =
  ({ database: { db }, clock, jobs }: LedgerDeps) =>
  (operatorName: string): Promise<{ checkId: number }> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      await store.endLostChecks(tx, later(now, -LOST_AFTER_MS), now)
      const checkId = await store.insertCheck(tx, operatorName, now)
      if (checkId === undefined) throw new AppError('SHOW_ERROR_TIP', { text: '正在核对，请等它完成' })
      await jobs.add<CheckData>(tx, CHECK_JOB, { checkId })
      return { checkId }
    })

/** The check of the run: the asked one unless it has ended, or tonight's; undefined when another one runs. */
const checkOf = async ({ database: { db }, clock }: LedgerDeps, checkId: number | undefined) => {
  const now = clock.now()
  await store.endLostChecks(db, later(now, -LOST_AFTER_MS), now)
  const running = await store.findRunningCheck(db)
  if (checkId !== undefined) return running?.id === checkId ? checkId : undefined
  // A nightly run that was killed is taken up again.
  return running ? (running.operatorName === null ? running.id : undefined) : store.insertCheck(db, null, now)
}

/** Nightly, and on request. A difference is kept and logged, and never corrected: a person decides. */
export const checkLedgerJob = (deps: LedgerDeps): Job<CheckData> => ({
  ...CHECK_JOB,
  heartbeatSeconds: 60,
  retryLimit: 2,
  expireSeconds: 3600,
  schedule: '40 18 * * *',
  run: async ({ checkId: asked }, signal) => {
    const { database, clock, log } = deps
    const checkId = await checkOf(deps, asked)
    if (checkId === undefined) return
    try {
      const result = await store.checkLedger(database.url, () => signal?.throwIfAborted())
      await store.endCheck(database.db, checkId, { ...result, state: 'done', endedAt: clock.now() })
      if (result.differenceCount > 0)
        log.error({ checkId, differences: result.differenceCount }, 'ledger check found differences')
    } catch (error) {
      await store.endCheck(database.db, checkId, { state: 'failed', endedAt: clock.now() })
      throw error
    }
  },
})

export const getLedgerChecks =
  ({ database: { db } }: Pick<LedgerDeps, 'database'>) =>
  async ({ cursor }: CallArguments<typeof calls.getLedgerChecks>): Promise<CallData<typeof calls.getLedgerChecks>> => {
    const found = await store.listChecks(db, placeOf(cursor, false), PAGE_ROWS + 1)
    return keysetPage(found, PAGE_ROWS, ({ id, startedAt, endedAt, ...check }) => ({
      checkId: id,
      operatorName: check.operatorName,
      state: check.state,
      startedAt: startedAt.getTime(),
      endedAt: endedAt?.getTime() ?? null,
      accounts: check.accountCount,
      entries: check.entryCount,
      orders: check.orderCount,
      totals: [...check.totals],
      differenceCount: check.differenceCount,
      differences: [...check.differences],
    }))
  }

/** Refuses days that there are not, and kinds of account that only users have. */
const assertEntryFilter = ({ date, kind, userId }: store.EntryFilter): void => {
  if (date && date.length > 7 && !isDay(date)) throw new AppError('BAD_INPUT', { text: '没有这一天' })
  if (userId === undefined && (kind === 'beans' || kind === 'balance'))
    throw new AppError('BAD_INPUT', { text: '查看云豆或余额账户时，请填写用户编号' })
}

/** Entries with their accounts, newest first. */
const readEntries = async (db: Db, filter: store.EntryFilter, place: Place | undefined, limit: number) => {
  const found = await store.listLedgerEntries(db, filter, place, limit)
  const ids = found.flatMap(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId])
  const accounts = new Map((await store.listAccounts(db, [...new Set(ids)])).map((account) => [account.id, account]))
  const sideOf = (accountId: number, balanceCents: number | null) => {
    const account = accounts.get(accountId)
    return { accountId, kind: account?.kind ?? ('adjustment' as const), userId: account?.userId ?? null, balanceCents }
  }
  return found.map(({ id, fromAccountId, fromBalanceCents, toAccountId, toBalanceCents, createdAt, ...entry }) => ({
    id,
    key: entry.key,
    reason: entry.reason,
    amountCents: entry.amountCents,
    from: sideOf(fromAccountId, fromBalanceCents),
    to: sideOf(toAccountId, toBalanceCents),
    orderId: entry.orderId,
    deviceId: entry.deviceId,
    createdAt: createdAt.getTime(),
  }))
}

export const getLedgerEntries =
  ({ database: { db } }: Pick<LedgerDeps, 'database'>) =>
  async (
    { cursor, ...filter }: CallArguments<typeof calls.getLedgerEntries>,
    pageRows = PAGE_ROWS,
  ): Promise<CallData<typeof calls.getLedgerEntries>> => {
    assertEntryFilter(filter)
    const found = await readEntries(db, filter, placeOf(cursor, false), pageRows + 1)
    return keysetPage(found, pageRows, ({ id: entryId, ...entry }) => ({ entryId, ...entry }))
  }

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
