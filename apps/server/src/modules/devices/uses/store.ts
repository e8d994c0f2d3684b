import { type UseAction, type UseRecord } from '@yunji/contract/devices/grant/schema'
import { maskPhone } from '@yunji/contract/display/text'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices, deviceUses } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'

/** Name of a person for the owner of a device; guests of shares are called by the kind of their share. */
export const whoIs = ({
  name,
  mobilePhone,
  isGuest,
}: Pick<typeof users.$inferSelect, 'name' | 'mobilePhone' | 'isGuest'>) =>
  isGuest ? name : `${name} ${maskPhone(mobilePhone ?? '')}`.trim()

interface DeviceUse {
  readonly userId: number
  readonly deviceIds: readonly number[]
  readonly action: UseAction
  readonly detail?: string
  readonly at: Date
}

const DETAIL_CHARACTERS = 64

/** Log text: the action, and its file or app. Cut between characters, so that half an emoji never reaches the database. */
export const useDetail = (what: string, subject: string): string =>
  [...`${what} ${subject}`].slice(0, DETAIL_CHARACTERS).join('')

/** Records what somebody other than the owner does with devices. */
export const recordUses = async (
  tx: Tx | Db,
  { userId, deviceIds, action, detail = '', at }: DeviceUse,
): Promise<void> => {
  if (deviceIds.length === 0) return
  const foreign = await tx
    .select({ deviceId: devices.id, ownerId: devices.ownerId, deviceName: devices.name })
    .from(devices)
    .where(and(inArray(devices.id, [...deviceIds]), ne(devices.ownerId, userId)))
  if (foreign.length === 0) return
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) return
  const use = { userId, who: whoIs(user), action, detail, createdAt: at }
  await tx.insert(deviceUses).values(foreign.map((device) => ({ ...device, ...use })))
}

export const listUses = async (
  db: Db,
  ownerId: number,
  { page, rows }: { page: number; rows: number },
): Promise<UseRecord[]> => {
  const found = await db
    .select()
    .from(deviceUses)
    .where(eq(deviceUses.ownerId, ownerId))
    .orderBy(desc(deviceUses.id))
    .limit(rows)
    .offset((page - 1) * rows)
  return found.map(({ id: useId, deviceId, deviceName, who, action, detail, createdAt }) => ({
    useId,
    deviceId,
    deviceName,
    who,
    action,
    detail,
    at: createdAt.getTime(),
  }))
}

export const countUses = (db: Db, ownerId: number): Promise<number> =>
  db.$count(deviceUses, eq(deviceUses.ownerId, ownerId))
