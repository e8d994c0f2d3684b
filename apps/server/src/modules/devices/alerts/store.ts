import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'

export interface Owner {
  readonly ownerId: number
}

export interface AlertedDevice {
  readonly deviceId: number
  readonly deviceName: string
}

interface Terms {
  /** Broken since then or earlier. */
  readonly brokenSince: Date
  /** Not told since then. */
  readonly toldBefore: Date
}

/** A phone that refuses ADB is told by `debuggingOff`. */
const isUntold = ({ brokenSince, toldBefore }: Terms) => sql`
  d.state = 'faulty' and d.faulty_since <= ${brokenSince} and d.adb_refused_since is null
  and not exists (
    select from device_fault_alerts a
    where a.device_id = d.id and a.owner_id = d.owner_id and (a.back_at is null or a.told_at > ${toldBefore})
  )`

const toOwners = ({ rows }: { readonly rows: readonly { readonly owner_id: string }[] }): Owner[] =>
  rows.map(({ owner_id }) => ({ ownerId: Number(owner_id) }))

/** Owners with devices to be told of who were not told of others just now. */
export const listOwnersOfBroken = async (
  db: Db,
  terms: Terms & { readonly ownerToldBefore: Date },
  limit: number,
  afterId = 0,
): Promise<Owner[]> =>
  toOwners(
    await db.execute<{ owner_id: string }>(sql`
      select distinct d.owner_id from devices d
      where ${isUntold(terms)} and d.owner_id > ${afterId} and not exists (
        select from device_fault_alerts a where a.owner_id = d.owner_id and a.told_at > ${terms.ownerToldBefore}
      )
      order by d.owner_id limit ${limit}`),
  )

/** Writes down that the owner is told of these devices; returns them. */
export const insertAlerts = async (tx: Tx, ownerId: number, terms: Terms & { readonly now: Date }) => {
  const { rows } = await tx.execute<{ device_id: string; name: string }>(sql`
    with told as (
      insert into device_fault_alerts (device_id, owner_id, phone_id, told_at)
      select d.id, d.owner_id, d.phone_id, ${terms.now} from devices d
      where d.owner_id = ${ownerId} and ${isUntold(terms)} order by d.id
      on conflict (device_id) do update
        set owner_id = excluded.owner_id, phone_id = excluded.phone_id, told_at = excluded.told_at, back_at = null
      returning device_id
    )
    select told.device_id, d.name from told join devices d on d.id = told.device_id order by told.device_id`)
  return rows.map(({ device_id, name }): AlertedDevice => ({ deviceId: Number(device_id), deviceName: name }))
}

const isOver = sql`a.back_at is null and (d.state in ('running', 'stopped', 'expired', 'released') or d.owner_id <> a.owner_id)`

export const listOwnersOfBack = async (db: Db, limit: number, afterId = 0): Promise<Owner[]> =>
  toOwners(
    await db.execute<{ owner_id: string }>(sql`
      select distinct a.owner_id from device_fault_alerts a join devices d on d.id = a.device_id
      where ${isOver} and a.owner_id > ${afterId} order by a.owner_id limit ${limit}`),
  )

/** Devices that somebody else has now, and released ones, are nothing to tell of. */
export const deleteForeignAlerts = async (tx: Tx, ownerId: number): Promise<void> => {
  await tx.execute(sql`
    delete from device_fault_alerts a using devices d
    where d.id = a.device_id and a.owner_id = ${ownerId} and (d.owner_id <> a.owner_id or d.state = 'released')`)
}

/** Ends the alerts of devices that are no longer broken. */
export const endAlerts = async (tx: Tx, ownerId: number, now: Date) => {
  const { rows } = await tx.execute<{ device_id: string; name: string; is_same: boolean }>(sql`
    update device_fault_alerts a set back_at = ${now} from devices d
    where d.id = a.device_id and a.owner_id = ${ownerId} and ${isOver}
    returning a.device_id, d.name, a.phone_id = d.phone_id and d.state = 'running' as is_same`)
  return rows
    .map(({ device_id, name, is_same }) => ({ deviceId: Number(device_id), deviceName: name, isSamePhone: is_same }))
    .toSorted((a, b) => a.deviceId - b.deviceId)
}
