import { Gauge, type Registry } from '@prometheus-io/client'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { eraseInvoices, listUnissued, pdfKeysOf } from '../../commerce/invoices/index.ts'
import { deleteUserExports, exportKey, lockUserExports } from '../../console/index.ts'
import { stripConsents } from '../../content/agreements/index.ts'
import { fileKey, listFileIds } from '../../devices/apps/index.ts'
import { eraseQuarantined } from '../../devices/fleet/index.ts'
import { eraseService, listPictureIdsOf, ticketPictureKey } from '../../service/index.ts'
import { listPartIds, partKey } from '../../space/files/index.ts'
import { eraseBackups } from '../../space/index.ts'
import { avatarKey } from '../profile/index.ts'
import { pictureKey } from '../verification/index.ts'
import type { DeletionDeps } from './deps.ts'
import {
  anonymiseUser,
  deleteDueDeletion,
  deleteErasedObject,
  endDevices,
  endLists,
  eraseRows,
  eraseTransfers,
  eraseUndelivered,
  eraseUses,
  eraseViews,
  insertErasedObjects,
  listErasedObjects,
  listPictureIds,
  lockUser,
} from './erase-store.ts'
import { forfeitHoldings } from './forfeit-holdings.ts'
import {
  countDevices,
  countOpenOrders,
  countOpenTasks,
  countOverdue,
  type DueDeletion,
  listDue,
  postpone,
} from './store.ts'

const ERASE_ACCOUNTS = 'maintenance.eraseAccounts'

/** Accounts per hourly run; the rest is first in the next run. */
const AT_A_TIME = 2000
const OBJECTS_AT_A_TIME = 500
const DELETIONS_AT_ONCE = 4
/** Slightly less than the interval of the job. */
const WAIT_MS = 50 * MINUTE_MS
const LONGEST_DELAY_MS = DAY_MS

interface EraseDeps extends Pick<DeletionDeps, 'database' | 'clock' | 'log' | 'objectStore'> {
  readonly jobs: Pick<Jobs, 'add'>
}

/**
 * Erases accounts whose cooling-off period is over, one transaction each. Rows that must be kept, such as the ledger,
 * keep an id without personal data. Failures are retried with growing delays, after accounts not tried yet. Objects are
 * named in the transaction and deleted after it: a transaction must not wait for the store.
 */
export const eraseAccountsJob = (deps: EraseDeps): Job<object> => ({
  name: ERASE_ACCOUNTS,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '37 * * * *',
  run: async (_data, signal) => {
    const { database, clock, log } = deps
    const fields = ({ userId, attempts }: DueDeletion) => ({ userId, attempts: attempts + 1 })
    const work = { job: ERASE_ACCOUNTS, log, fields }
    const failed = await forEachRow(work, await listDue(database.db, clock.now(), AT_A_TIME), async (due) => {
      if (signal?.aborted) return
      const outcome = await erase(deps, due.userId)
      // The id outlives the database: an older backup brings the person back (docs/backup.md).
      if (outcome === 'erased') log.info({ userId: due.userId }, 'account erased')
      if (outcome === 'waiting') await postpone(database.db, due, later(clock.now(), WAIT_MS))
    })
    await forEachRow(work, failed, async (due) => {
      const delayMs = Math.min(WAIT_MS * 2 ** Math.min(due.attempts, 10), LONGEST_DELAY_MS)
      await postpone(database.db, { ...due, attempts: due.attempts + 1 }, later(clock.now(), delayMs))
    })
    await deleteErasedObjects(deps, signal)
  },
})

/** Those that fail stay for the next run. */
const deleteErasedObjects = async ({ database: { db }, objectStore, log }: EraseDeps, signal?: AbortSignal) => {
  const keys = readPages(OBJECTS_AT_A_TIME, (last: string | undefined, limit) => listErasedObjects(db, last, limit))
  const fields = (key: string) => ({ key })
  await forEachRow({ job: ERASE_ACCOUNTS, log, fields, concurrency: DELETIONS_AT_ONCE }, keys, async (key) => {
    if (signal?.aborted) return
    await objectStore.delete(key)
    await deleteErasedObject(db, key)
  })
}

type Outcome = 'erased' | 'calledOff' | 'waiting'

const erase = ({ database: { db }, clock, jobs }: EraseDeps, userId: number): Promise<Outcome> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    // Late payments, pending refunds and running tasks are settled first.
    if ((await countOpenOrders(tx, userId)) + (await countOpenTasks(tx, userId)) > 0) return 'waiting'
    // An order may have been fulfilled since the request. Counted after the orders, whose fulfilment adds devices.
    if ((await countDevices(tx, userId)) > 0) return 'waiting'
    // A login has cancelled the deletion meanwhile.
    if (!(await deleteDueDeletion(tx, userId, clock))) return 'calledOff'
    await eraseUndelivered(tx, userId)
    const user = await lockUser(tx, userId)
    if (!user) return 'calledOff'
    await insertErasedObjects(tx, await listObjectKeys(tx, userId, user))
    await forfeitHoldings(tx, userId, now)
    await eraseBackups(tx, userId)
    await eraseService(tx, userId, user.mobilePhone)
    await eraseRows(tx, userId, user.mobilePhone)
    await endDevices(tx, userId)
    await eraseUses(tx, userId, user.mobilePhone)
    await eraseTransfers(tx, userId, user.mobilePhone, now)
    await eraseQuarantined(tx, jobs, { ownerId: userId })
    await endLists(tx, userId, now)
    await stripConsents(tx, userId)
    await eraseInvoices(tx, userId)
    await deleteUserExports(tx, userId)
    await eraseViews(tx, user)
    await anonymiseUser(tx, userId, now)
    return 'erased'
  })

interface ErasedUser {
  readonly avatar: string
  readonly mobilePhone: string | null
}

const listObjectKeys = async (tx: Tx, userId: number, { avatar, mobilePhone }: ErasedUser): Promise<string[]> => {
  const own = avatarKey(avatar)
  const pictures = (await listPictureIds(tx, userId)).map(pictureKey)
  const files = (await listFileIds(tx, userId)).map(fileKey)
  const parts = (await listPartIds(tx, userId)).map(partKey)
  const ticketPictures = (await listPictureIdsOf(tx, userId, mobilePhone)).map(ticketPictureKey)
  // Documents of issued invoices stay.
  const requests = (await listUnissued(tx, userId)).flatMap(pdfKeysOf)
  const exports = (await lockUserExports(tx, userId)).map(exportKey)
  return [...exports, ...requests, ...pictures, ...ticketPictures, ...files, ...parts, ...(own ? [own] : [])]
}

/** Gauges of overdue and failed erasures. */
export const addDeletionGauges = (
  registry: Registry,
  { database: { db }, clock }: Pick<EraseDeps, 'database' | 'clock'>,
): void => {
  const accounts = new Gauge({
    name: 'yunji_account_deletions',
    help: 'Accounts that should be erased by now, and those of them whose erasure has failed',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      // Without the database the last counts stay beside the other metrics.
      const counts = await countOverdue(db, clock.now()).catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) accounts.set({ state }, count)
    },
  })
}
