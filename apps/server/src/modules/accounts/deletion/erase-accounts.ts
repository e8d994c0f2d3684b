import { and, eq, inArray, isNotNull, isNull, like, lte, or, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { DAY_MS, databaseNow, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { forEachRow } from '../../../platform/each-row.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { eraseTasks } from '../../../platform/tasks/store.ts'
import { exchangeFailures } from '../../../tables/coupons.ts'
import { deviceGrants, deviceGroups, devices } from '../../../tables/devices.ts'
import {
  accountDeletions,
  invites,
  loginDevices,
  loginFailures,
  loginPlaces,
  sessions,
  smsCodes,
  smsQuotas,
  users,
  verificationPictures,
  verifications,
  wechatAccounts,
  workTypes,
} from '../../../tables/identity.ts'
import { messageCounts, messageSettings, messages, outbox } from '../../../tables/messages.ts'
import { bigUserLists } from '../../../tables/offers.ts'
import { idempotencyKeys, uploadQuotas } from '../../../tables/platform.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { eraseQuarantined } from '../../devices/fleet/index.ts'
import { avatarKey } from '../profile/index.ts'
import { pictureKey } from '../verification/index.ts'
import type { DeletionDeps } from './deps.ts'
import { forfeitHoldings } from './forfeit-holdings.ts'
import { countOpenOrders, countOpenTasks, countOverdue, type DueDeletion, listDue, postpone } from './store.ts'

const ERASE_ACCOUNTS = 'maintenance.eraseAccounts'

/** A run, which comes every hour. Those beyond it are the first of the next. */
const AT_A_TIME = 2000
/** A little less than the time between two runs. */
const WAIT_MS = 50 * MINUTE_MS
const LONGEST_DELAY_MS = DAY_MS

interface EraseDeps extends Pick<DeletionDeps, 'database' | 'clock' | 'log' | 'objectStore'> {
  readonly jobs: () => Pick<Jobs, 'add'>
}

/**
 * Erases those whose cooling-off is over, each alone. What must be kept, such as a ledger, keeps a number without a person.
 * A failure is tried again later and later, behind those that were not tried yet.
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
      if (signal?.aborted || (await erase(deps, due.userId)) !== 'waiting') return
      await postpone(database.db, due, later(clock.now(), WAIT_MS))
    })
    await forEachRow(work, failed, async (due) => {
      const delayMs = Math.min(WAIT_MS * 2 ** Math.min(due.attempts, 10), LONGEST_DELAY_MS)
      await postpone(database.db, { ...due, attempts: due.attempts + 1 }, later(clock.now(), delayMs))
    })
  },
})

type Outcome = 'erased' | 'calledOff' | 'waiting'

const erase = ({ database: { db }, clock, objectStore, jobs }: EraseDeps, userId: number): Promise<Outcome> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    // Money that came in late, or is on its way back, is settled first, and work that goes on ends.
    if ((await countOpenOrders(tx, userId)) + (await countOpenTasks(tx, userId)) > 0) return 'waiting'
    const due = await tx
      .delete(accountDeletions)
      .where(and(eq(accountDeletions.userId, userId), lte(accountDeletions.erasesAt, databaseNow(clock))))
      .returning({ userId: accountDeletions.userId })
    // A login has called it off in the meantime.
    if (due.length === 0) return 'calledOff'
    await eraseUndelivered(tx, userId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) return 'calledOff'
    // Files go first: if the rows then stay, the next round comes back to them.
    for (const key of await listObjectKeys(tx, userId, user.avatar)) await objectStore.delete(key)
    await forfeitHoldings(tx, userId, now)
    await eraseRows(tx, userId, user.mobilePhone)
    await endDevices(tx, userId)
    await eraseQuarantined(tx, jobs(), { ownerId: userId })
    await endLists(tx, userId, now)
    await tx
      .update(users)
      .set({ ...NOBODY, erasedAt: now })
      .where(eq(users.id, userId))
    return 'erased'
  })

const ERASED_NAME = '已注销用户'
const NOBODY = {
  mobilePhone: null,
  name: ERASED_NAME,
  avatar: '',
  userType: 1,
  personalCheckStatus: 0,
  companyCheckStatus: 0,
  passwordHash: null,
}

const listObjectKeys = async (tx: Tx, userId: number, avatar: string): Promise<string[]> => {
  const pictures = await tx
    .select({ id: verificationPictures.id })
    .from(verificationPictures)
    .where(eq(verificationPictures.userId, userId))
  const own = avatarKey(avatar)
  return [...pictures.map(({ id }) => pictureKey(id)), ...(own ? [own] : [])]
}

/** Before the user is held: whoever is just telling them something has the event first and then asks for the user. */
const eraseUndelivered = async (tx: Tx, userId: number): Promise<void> => {
  // Those that became messages have no words of their own any more.
  for (const hasWords of [isNull(outbox.deliveredAt), isNotNull(outbox.failure)])
    await tx.delete(outbox).where(and(eq(outbox.userId, userId), hasWords))
}

const eraseRows = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<void> => {
  const known = [
    sessions,
    loginDevices,
    loginPlaces,
    wechatAccounts,
    workTypes,
    verifications,
    verificationPictures,
    invites,
  ]
  const told = [autoRenewals, exchangeFailures, idempotencyKeys, uploadQuotas, messages, messageCounts, messageSettings]
  for (const table of [...known, ...told]) await tx.delete(table).where(eq(table.userId, userId))
  await eraseTasks(tx, userId)
  if (mobilePhone === null) return
  for (const table of [smsCodes, loginFailures]) await tx.delete(table).where(eq(table.mobilePhone, mobilePhone))
  const isTheirs = or(like(smsQuotas.subject, `%:${mobilePhone}`), eq(smsQuotas.subject, `notice:${userId}`))
  await tx.delete(smsQuotas).where(isTheirs)
}

const ERASED_DEVICE_NAME = '云手机'

/** Released devices stay for the record, without the names that a person gave. A grant that came late ends. */
const endDevices = async (tx: Tx, userId: number): Promise<void> => {
  await tx.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.granteeId, userId))
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, true)))
  if (!group) return
  const own = eq(devices.ownerId, userId)
  await tx.update(devices).set({ name: ERASED_DEVICE_NAME, groupId: group.id }).where(own)
  // Work on them that somebody else asked for.
  const ownIds = tx.select({ id: devices.id }).from(devices).where(own)
  await tx.update(taskParts).set({ deviceName: ERASED_DEVICE_NAME }).where(inArray(taskParts.deviceId, ownIds))
  await tx.delete(deviceGroups).where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, false)))
}

/** What was agreed with them stays beside the orders that came of it, closed and without its title. */
const endLists = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  await tx
    .update(bigUserLists)
    .set({ title: ERASED_NAME, closedAt: sql`coalesce(${bigUserLists.closedAt}, ${now})` })
    .where(eq(bigUserLists.userId, userId))
}

/** For whoever watches that people who left are gone. */
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
      // Without the database, what was counted last is shown beside the other figures.
      const counts = await countOverdue(db, clock.now()).catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) accounts.set({ state }, count)
    },
  })
}
