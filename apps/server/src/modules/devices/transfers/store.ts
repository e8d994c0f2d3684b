import { type TransferEvent, type TransferState, transferMachine } from '@yunji/contract/devices/sharing'
import { nextStep, statesAccepting } from '@yunji/contract/machine'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { activationCodes } from '../../../tables/activation.ts'
import {
  deviceGrants,
  deviceGroups,
  devices,
  deviceTags,
  deviceTransferItems,
  deviceTransfers,
} from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { deviceScheduleDevices } from '../../../tables/schedules.ts'

export type TransferRow = typeof deviceTransfers.$inferSelect
export type TransferItem = typeof deviceTransferItems.$inferSelect

/** What stands in the way of a transfer, beside the device's own row. */
export interface DeviceObstacles {
  readonly id: number
  readonly hasOpenTask: boolean
  readonly hasOpenOrder: boolean
  readonly isInTransfer: boolean
  readonly codeUsedAt: Date | null
}

export const listObstacles = (tx: Tx | Db, deviceIds: readonly number[]): Promise<DeviceObstacles[]> =>
  tx
    .select({
      id: devices.id,
      hasOpenTask: sql<boolean>`exists (
        select from task_parts p where p.device_id = devices.id and p.ended_at is null)`,
      hasOpenOrder: sql<boolean>`exists (
        select from orders o where o.user_id = devices.owner_id and o.state in ('pending', 'paid')
          and o.purchase -> 'deviceIds' @> to_jsonb(devices.id))`,
      isInTransfer: sql<boolean>`exists (
        select from device_transfer_items i where i.device_id = devices.id and i.is_open)`,
      codeUsedAt: sql<Date | null>`(
        select max(c.used_at) from activation_codes c where c.device_id = devices.id)`.mapWith(activationCodes.usedAt),
    })
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))
    .orderBy(asc(devices.id))

export const listOwnDevices = (tx: Tx | Db, ownerId: number, deviceIds: readonly number[]) =>
  tx
    .select()
    .from(devices)
    .where(and(eq(devices.ownerId, ownerId), inArray(devices.id, [...deviceIds]), ne(devices.state, 'released')))

export const countInTransfer = (tx: Tx | Db, deviceIds: readonly number[]): Promise<number> =>
  tx.$count(deviceTransferItems, and(inArray(deviceTransferItems.deviceId, [...deviceIds]), deviceTransferItems.isOpen))

export const findUser = async (tx: Tx | Db, userId: number) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return user
}

export const listUsers = (db: Tx | Db, userIds: readonly number[]) =>
  db
    .select({ id: users.id, name: users.name, mobilePhone: users.mobilePhone })
    .from(users)
    .where(inArray(users.id, [...userIds]))

export const findUserId = async (tx: Tx, mobilePhone: string): Promise<number | null> => {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.mobilePhone, mobilePhone))
  return user?.id ?? null
}

export const insertTransfer = async (
  tx: Tx,
  transfer: typeof deviceTransfers.$inferInsert,
  items: readonly Omit<typeof deviceTransferItems.$inferInsert, 'transferId'>[],
): Promise<TransferRow> => {
  const [inserted] = await tx.insert(deviceTransfers).values(transfer).returning()
  if (!inserted) throw new Error('a transfer was not written')
  await tx.insert(deviceTransferItems).values(items.map((item) => ({ ...item, transferId: inserted.id })))
  return inserted
}

export const listItems = (tx: Tx | Db, transferIds: readonly number[]): Promise<TransferItem[]> =>
  tx
    .select()
    .from(deviceTransferItems)
    .where(inArray(deviceTransferItems.transferId, [...transferIds]))
    .orderBy(asc(deviceTransferItems.transferId), asc(deviceTransferItems.deviceId))

export const listEnds = (tx: Tx | Db, deviceIds: readonly number[]) =>
  tx
    .select({ id: devices.id, expiresAt: devices.expiresAt })
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))

/** Waiting transfers belong to the number, ended ones to the account that took part. */
const isOf = (userId: number, mobilePhone: string): SQL | undefined =>
  or(
    eq(deviceTransfers.fromUserId, userId),
    and(eq(deviceTransfers.state, 'waiting'), eq(deviceTransfers.toPhone, mobilePhone)),
    and(ne(deviceTransfers.state, 'waiting'), eq(deviceTransfers.toUserId, userId)),
  )

export const listTransfers = (
  db: Db,
  userId: number,
  mobilePhone: string,
  { page, rows }: { page: number; rows: number },
): Promise<TransferRow[]> =>
  db
    .select()
    .from(deviceTransfers)
    .where(isOf(userId, mobilePhone))
    .orderBy(desc(sql`${deviceTransfers.state} = 'waiting'`), desc(deviceTransfers.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countTransfers = (db: Db, userId: number, mobilePhone: string): Promise<number> =>
  db.$count(deviceTransfers, isOf(userId, mobilePhone))

export const listWaitingFrom = (db: Tx | Db, userId: number, toPhone: string): Promise<TransferRow[]> =>
  db
    .select()
    .from(deviceTransfers)
    .where(
      and(
        eq(deviceTransfers.fromUserId, userId),
        eq(deviceTransfers.toPhone, toPhone),
        eq(deviceTransfers.state, 'waiting'),
      ),
    )

export const lockTransfer = async (tx: Tx, transferId: number): Promise<TransferRow | undefined> => {
  const [transfer] = await tx.select().from(deviceTransfers).where(eq(deviceTransfers.id, transferId)).for('update')
  return transfer
}

/** Deadline by the database's clock: before it only people end a transfer, afterwards only the job does. */
const isInTime = (event: TransferEvent, clock: Clock): SQL =>
  event === 'expire'
    ? lte(deviceTransfers.expiresAt, databaseNow(clock))
    : gt(deviceTransfers.expiresAt, databaseNow(clock))

/** Ends a transfer by an event of the machine; of two concurrent ones exactly one does. */
export const applyEvent = async (
  tx: Tx,
  transferId: number,
  event: TransferEvent,
  clock: Clock,
  toUserId?: number,
): Promise<TransferRow | undefined> => {
  const states = statesAccepting(transferMachine, event)
  const step = nextStep(transferMachine, states[0] ?? 'waiting', event)
  if (!step.ok) throw new Error(`no state of a transfer takes ${event}`)
  const [ended] = await tx
    .update(deviceTransfers)
    .set({ state: step.state satisfies TransferState, endedAt: clock.now(), ...(toUserId && { toUserId }) })
    .where(and(eq(deviceTransfers.id, transferId), inArray(deviceTransfers.state, [...states]), isInTime(event, clock)))
    .returning()
  if (ended) {
    await tx.update(deviceTransferItems).set({ isOpen: false }).where(eq(deviceTransferItems.transferId, transferId))
  }
  return ended
}

/** Gives devices to another owner; what the old one arranged for them ends. */
export const changeOwner = async (tx: Tx, deviceIds: readonly number[], ownerId: number): Promise<void> => {
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.userId, ownerId), deviceGroups.isDefault))
  if (!group) throw new Error(`user ${ownerId} has no default group`)
  const ids = [...deviceIds]
  await tx.update(devices).set({ ownerId, groupId: group.id, note: '' }).where(inArray(devices.id, ids))
  await tx.delete(deviceTags).where(inArray(deviceTags.deviceId, ids))
  await tx
    .update(deviceGrants)
    .set({ state: 'revoked' })
    .where(and(inArray(deviceGrants.deviceId, ids), inArray(deviceGrants.state, ['waiting', 'active'])))
  await tx.delete(autoRenewals).where(inArray(autoRenewals.deviceId, ids))
  await tx.delete(deviceScheduleDevices).where(inArray(deviceScheduleDevices.deviceId, ids))
}

/** Transfers to a number that its present account was not told of. */
export const claimTransfers = (tx: Tx, userId: number, mobilePhone: string): Promise<TransferRow[]> =>
  tx
    .update(deviceTransfers)
    .set({ toUserId: userId })
    .where(
      and(
        eq(deviceTransfers.toPhone, mobilePhone),
        eq(deviceTransfers.state, 'waiting'),
        or(isNull(deviceTransfers.toUserId), ne(deviceTransfers.toUserId, userId)),
      ),
    )
    .returning()

export const listDue = (db: Db, clock: Clock, limit: number, afterId = 0): Promise<{ id: number }[]> =>
  db
    .select({ id: deviceTransfers.id })
    .from(deviceTransfers)
    .where(
      and(
        eq(deviceTransfers.state, 'waiting'),
        lte(deviceTransfers.expiresAt, databaseNow(clock)),
        gt(deviceTransfers.id, afterId),
      ),
    )
    .orderBy(asc(deviceTransfers.id))
    .limit(limit)
