import { and, asc, eq, gt, inArray, isNotNull, isNull, like, lte, or, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { eraseTasks } from '../../../platform/tasks/store.ts'
import { alertSettings, deviceFaultAlerts, stockWaits } from '../../../tables/alerts.ts'
import { deviceInterruptions } from '../../../tables/availability.ts'
import { billDifferences } from '../../../tables/bills.ts'
import { couponIssueUsers, exchangeFailures } from '../../../tables/coupons.ts'
import {
  appFiles,
  deviceGrants,
  deviceGroups,
  devices,
  deviceTags,
  deviceTransferItems,
  deviceTransfers,
  deviceUses,
  screenLeases,
  supportViews,
} from '../../../tables/devices.ts'
import {
  accountDeletions,
  erasedObjects,
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
import { operatorViews } from '../../../tables/operators.ts'
import { orders } from '../../../tables/orders.ts'
import { idempotencyKeys, uploadQuotas } from '../../../tables/platform.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { deviceSchedules } from '../../../tables/schedules.ts'
import { spaceFiles, spaceObjects, spaceParts, spaceUploads, spaceUsage } from '../../../tables/space.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { guideEnds, trialReturns } from '../../../tables/trials.ts'

const ERASED_NAME = '已注销用户'

const ANONYMOUS = {
  mobilePhone: null,
  name: ERASED_NAME,
  avatar: '',
  userType: 1,
  personalCheckStatus: 0,
  companyCheckStatus: 0,
  passwordHash: null,
  frozenReason: '',
}

/** Runs before the user is locked: message delivery locks the event first and then the user. */
export const eraseUndelivered = async (tx: Tx, userId: number): Promise<void> => {
  // Delivered events hold no text any more.
  for (const hasWords of [isNull(outbox.deliveredAt), isNotNull(outbox.failure)])
    await tx.delete(outbox).where(and(eq(outbox.userId, userId), hasWords))
}

export const eraseRows = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<void> => {
  const identityTables = [
    sessions,
    loginDevices,
    loginPlaces,
    wechatAccounts,
    workTypes,
    verifications,
    verificationPictures,
    invites,
  ]
  const otherTables = [
    autoRenewals,
    couponIssueUsers,
    exchangeFailures,
    idempotencyKeys,
    uploadQuotas,
    appFiles,
    spaceParts,
    spaceFiles,
    spaceObjects,
    spaceUploads,
    spaceUsage,
    messages,
    messageCounts,
    messageSettings,
    alertSettings,
    stockWaits,
    guideEnds,
    trialReturns,
  ]
  for (const table of [...identityTables, ...otherTables]) await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(deviceSchedules).where(eq(deviceSchedules.ownerId, userId))
  await tx.delete(supportViews).where(eq(supportViews.ownerId, userId))
  await tx.delete(deviceFaultAlerts).where(eq(deviceFaultAlerts.ownerId, userId))
  await tx.delete(deviceInterruptions).where(eq(deviceInterruptions.ownerId, userId))
  await eraseTasks(tx, userId)
  await eraseNotes(tx, userId)
  if (mobilePhone === null) return
  for (const table of [smsCodes, loginFailures]) await tx.delete(table).where(eq(table.mobilePhone, mobilePhone))
  const isTheirs = or(like(smsQuotas.subject, `%:${mobilePhone}`), eq(smsQuotas.subject, `notice:${userId}`))
  await tx.delete(smsQuotas).where(isTheirs)
}

/** Notes of operators on bills; numbers and amounts stay in the books. */
const eraseNotes = async (tx: Tx, userId: number): Promise<void> => {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  await tx.update(billDifferences).set({ note: '' }).where(inArray(billDifferences.orderId, own))
}

const ERASED_DEVICE_NAME = '云手机'

/** Released devices are kept as records, without the names that the user gave. Late grants are revoked. */
export const endDevices = async (tx: Tx, userId: number): Promise<void> => {
  await tx.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.granteeId, userId))
  await tx.update(screenLeases).set({ holderId: null }).where(eq(screenLeases.holderId, userId))
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, true)))
  if (!group) return
  const own = eq(devices.ownerId, userId)
  await tx.update(devices).set({ name: ERASED_DEVICE_NAME, note: '', groupId: group.id }).where(own)
  const ownIds = tx.select({ id: devices.id }).from(devices).where(own)
  await tx.delete(deviceTags).where(inArray(deviceTags.deviceId, ownIds))
  // Tasks of other users on these devices.
  await tx.update(taskParts).set({ deviceName: ERASED_DEVICE_NAME }).where(inArray(taskParts.deviceId, ownIds))
  await tx.delete(deviceGroups).where(and(eq(deviceGroups.userId, userId), eq(deviceGroups.isDefault, false)))
}

/** Grants to the number end; what others read of the user's acts keeps no name, and the user's own log is deleted. */
export const eraseUses = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<void> => {
  await tx
    .update(deviceGrants)
    .set({ state: 'revoked' })
    .where(and(eq(deviceGrants.granteePhone, mobilePhone ?? ''), eq(deviceGrants.state, 'waiting')))
  const isTheirs = or(eq(deviceGrants.granteeId, userId), eq(deviceGrants.granteePhone, mobilePhone ?? ''))
  await tx.update(deviceGrants).set({ granteePhone: null }).where(isTheirs)
  await tx.update(deviceUses).set({ userId: null, who: ERASED_NAME }).where(eq(deviceUses.userId, userId))
  await tx.delete(deviceUses).where(eq(deviceUses.ownerId, userId))
}

/** Transfers are kept without numbers and names; one that came during the cooling-off period is rejected. */
export const eraseTransfers = async (tx: Tx, userId: number, mobilePhone: string | null, now: Date): Promise<void> => {
  const isTo = or(eq(deviceTransfers.toUserId, userId), eq(deviceTransfers.toPhone, mobilePhone ?? ''))
  const rejected = await tx
    .update(deviceTransfers)
    .set({ state: 'rejected', endedAt: now })
    .where(and(isTo, eq(deviceTransfers.state, 'waiting')))
    .returning({ id: deviceTransfers.id })
  await tx
    .update(deviceTransferItems)
    .set({ isOpen: false })
    .where(
      inArray(
        deviceTransferItems.transferId,
        rejected.map(({ id }) => id),
      ),
    )
  await tx.update(deviceTransfers).set({ toPhone: null }).where(isTo)
  const sent = tx.select({ id: deviceTransfers.id }).from(deviceTransfers).where(eq(deviceTransfers.fromUserId, userId))
  await tx
    .update(deviceTransferItems)
    .set({ deviceName: ERASED_DEVICE_NAME })
    .where(inArray(deviceTransferItems.transferId, sent))
}

/** Operators' saved views that search for the number, or for exactly the name. */
export const eraseViews = async (tx: Tx, { mobilePhone, name }: typeof users.$inferSelect): Promise<void> => {
  // Null matches no row.
  const value = name === '' ? null : `${new URLSearchParams({ '': name })}&`
  const isNamed = sql`strpos(${operatorViews.query} || '&', ${value}) > 0`
  const hasNumber = sql`strpos(${operatorViews.name} || ' ' || ${operatorViews.query}, ${mobilePhone}) > 0`
  await tx.delete(operatorViews).where(or(isNamed, hasNumber))
}

/** Price lists stay beside their orders, closed and without a title. */
export const endLists = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  await tx
    .update(bigUserLists)
    .set({ title: ERASED_NAME, closedAt: sql`coalesce(${bigUserLists.closedAt}, ${now})` })
    .where(eq(bigUserLists.userId, userId))
}

/**
 * True when the deletion was due and nobody has logged in since it was requested; its row is removed. A cancelled
 * deletion has no row.
 */
export const deleteDueDeletion = async (tx: Tx, userId: number, clock: Clock): Promise<boolean> => {
  const [due] = await tx
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), lte(accountDeletions.erasesAt, databaseNow(clock))))
    .returning({ requestedAt: accountDeletions.requestedAt })
  if (!due) return false
  // A login beside the request sees no deletion that it could cancel, and its session is not ended.
  const isLater = or(isNull(sessions.revokedAt), gt(sessions.createdAt, due.requestedAt))
  return (await tx.$count(sessions, and(eq(sessions.userId, userId), isLater))) === 0
}

export const insertErasedObjects = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  await tx.execute(
    sql`insert into erased_objects select unnest(${sql.param([...keys])}::text[]) on conflict do nothing`,
  )
}

export const listErasedObjects = async (db: Db, after: string | undefined, limit: number): Promise<string[]> => {
  const isBehind = after === undefined ? undefined : gt(erasedObjects.key, after)
  const found = await db.select().from(erasedObjects).where(isBehind).orderBy(asc(erasedObjects.key)).limit(limit)
  return found.map(({ key }) => key)
}

export const deleteErasedObject = async (db: Db, key: string): Promise<void> => {
  await db.delete(erasedObjects).where(eq(erasedObjects.key, key))
}

export const lockUser = async (tx: Tx, userId: number) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return user
}

export const anonymiseUser = async (tx: Tx, userId: number, erasedAt: Date): Promise<void> => {
  await tx
    .update(users)
    .set({ ...ANONYMOUS, erasedAt })
    .where(eq(users.id, userId))
}

export const listPictureIds = async (tx: Tx, userId: number): Promise<string[]> => {
  const pictures = await tx
    .select({ id: verificationPictures.id })
    .from(verificationPictures)
    .where(eq(verificationPictures.userId, userId))
  return pictures.map(({ id }) => id)
}
