import { and, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { eraseTasks } from '../../platform/tasks/keeping.ts'
import { exchangeFailures } from '../../tables/coupons.ts'
import { deviceGrants, deviceGroups, devices } from '../../tables/devices.ts'
import {
  accountDeletions,
  invites,
  loginPlaces,
  messagingAccounts,
  passwordAttempts,
  sessions,
  smsCodes,
  smsQuotas,
  users,
  verificationPictures,
  verifications,
  workTypes,
} from '../../tables/identity.ts'
import { messageCounts, messageSettings, messages, outbox } from '../../tables/messages.ts'
import { idempotencyKeys } from '../../tables/platform.ts'
import { avatarKey } from '../profile/index.ts'
import { pictureKey } from '../verification/index.ts'
import type { DeletionDeps } from './deps.ts'
import { giveUpAll } from './holdings.ts'
import { countOpenOrders, listDue } from './store.ts'

const AT_A_TIME = 100

type EraseDeps = Pick<DeletionDeps, 'database' | 'clock' | 'objectStore'>

/** Erases those whose cooling-off is over. What must be kept, such as a ledger, keeps a number without a person. */
export const eraseAccountsJob = (deps: EraseDeps): Job<object> => ({
  name: 'maintenance.eraseAccounts',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '37 * * * *',
  run: async () => {
    const { database, clock } = deps
    for (const userId of await listDue(database.db, clock.now(), AT_A_TIME)) await erase(deps, userId)
  },
})

const erase = ({ database: { db }, clock, objectStore }: EraseDeps, userId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    // Money that came in late, or is on its way back, is settled first.
    if ((await countOpenOrders(tx, userId)) > 0) return
    const due = await tx
      .delete(accountDeletions)
      .where(and(eq(accountDeletions.userId, userId), lte(accountDeletions.erasesAt, now)))
      .returning({ userId: accountDeletions.userId })
    // A login has called it off in the meantime.
    if (due.length === 0) return
    await eraseUntold(tx, userId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) return
    // Files go first: if the rows then stay, the next round comes back to them.
    for (const key of await listObjectKeys(tx, userId, user.avatar)) await objectStore.delete(key)
    await giveUpAll(tx, userId, now)
    await eraseRows(tx, userId, user.mobilePhone)
    await endDevices(tx, userId)
    await tx
      .update(users)
      .set({ ...NOBODY, erasedAt: now })
      .where(eq(users.id, userId))
  })

const NOBODY = {
  mobilePhone: null,
  name: '已注销用户',
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
const eraseUntold = async (tx: Tx, userId: number): Promise<void> => {
  // Those that became messages have no words of their own any more.
  for (const hasWords of [isNull(outbox.deliveredAt), isNotNull(outbox.failure)])
    await tx.delete(outbox).where(and(eq(outbox.userId, userId), hasWords))
}

const eraseRows = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<void> => {
  const known = [sessions, loginPlaces, messagingAccounts, workTypes, verifications, verificationPictures, invites]
  const told = [exchangeFailures, idempotencyKeys, messages, messageCounts, messageSettings]
  for (const table of [...known, ...told]) await tx.delete(table).where(eq(table.userId, userId))
  await eraseTasks(tx, userId)
  if (mobilePhone === null) return
  for (const table of [smsCodes, passwordAttempts]) await tx.delete(table).where(eq(table.mobilePhone, mobilePhone))
  await tx.delete(smsQuotas).where(inArray(smsQuotas.subject, [`phone:${mobilePhone}`, `notice:${userId}`]))
}

/** Released devices stay for the record, without the names that a person gave. A grant that came late ends. */
const endDevices = async (tx: Tx, userId: number): Promise<void> => {
  await tx.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.granteeId, userId))
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, true)))
  if (!group) return
  await tx.update(devices).set({ name: '云手机', groupId: group.id }).where(eq(devices.ownerId, userId))
  await tx.delete(deviceGroups).where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, false)))
}
