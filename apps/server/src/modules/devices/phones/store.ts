import { SupplierType } from '@yunji/contract/devices/device/enums'
import type { PhoneState, ProbeFacts } from '@yunji/contract/operator/phones'
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { PhoneAddress } from '../../../platform/supplier.ts'
import { goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { attachedPhones, devices, zones } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'

export type PhoneRow = typeof attachedPhones.$inferSelect

type Place = Pick<PhoneRow, 'zoneId' | 'configId'>

/** Those that are detached and wait for their erasure are no operator's any more. */
const isKept = isNull(attachedPhones.detachedAt)
const isPhone = (id: number): SQL | undefined => and(eq(attachedPhones.id, id), isKept)
const isPlace = ({ zoneId, configId }: Place) =>
  and(eq(zoneStock.zoneId, zoneId ?? 0), eq(zoneStock.configId, configId ?? 0))

/**
 * Assigns a free phone: one that is in stock or, while orders hold units that are to leave, one that is draining. Rows that
 * another process assigns at this moment are skipped.
 */
export const claimPhone = async (
  db: Db,
  phoneId: string,
  zoneCode: string,
  configId: number,
): Promise<PhoneAddress | undefined> => {
  const { rows } = await db.execute<{ host: string; port: number }>(sql`
    update attached_phones set phone_id = ${phoneId}, is_erasing = false where id = (
      select p.id from attached_phones p join zones z on z.id = p.zone_id
      join zone_stock s on s.zone_id = p.zone_id and s.config_id = p.config_id
      where z.code = ${zoneCode} and p.config_id = ${configId} and p.phone_id is null
        and p.stock_state <> 'attached' and (p.is_counted or s.leaving > 0)
      order by not p.is_counted, p.unreachable_since is not null, p.id
      limit 1 for update of p skip locked
    ) returning resolved_host as host, port`)
  return rows[0]
}

/**
 * A phone of the place is on its way back: one whose unit is for sale or, while orders hold units that are to leave, one that
 * is draining. One that cannot be erased is not waited for.
 */
export const isAnyErasing = async (db: Db, zoneCode: string, configId: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from attached_phones p join zones z on z.id = p.zone_id
    join zone_stock s on s.zone_id = p.zone_id and s.config_id = p.config_id
    where z.code = ${zoneCode} and p.config_id = ${configId} and p.is_erasing and p.detached_at is null
      and (p.is_counted or (s.leaving > 0 and p.unerased_since is null)) limit 1`)
  return rows.length > 0
}

export const findClaimed = async (db: Db | Tx, phoneId: string): Promise<PhoneRow | undefined> => {
  const [phone] = await db.select().from(attachedPhones).where(eq(attachedPhones.phoneId, phoneId))
  return phone
}

export const lockClaimed = async (tx: Tx, phoneId: string): Promise<PhoneRow | undefined> => {
  const [phone] = await tx.select().from(attachedPhones).where(eq(attachedPhones.phoneId, phoneId)).for('update')
  return phone
}

export const listClaimed = async (db: Db, phoneIds: readonly string[]): Promise<string[]> => {
  const { phoneId } = attachedPhones
  const found = await db
    .select({ phoneId })
    .from(attachedPhones)
    .where(inArray(phoneId, [...phoneIds]))
  return found.flatMap((row) => row.phoneId ?? [])
}

export const listAddresses = (db: Db): Promise<PhoneAddress[]> =>
  db.select({ host: attachedPhones.resolvedHost, port: attachedPhones.port }).from(attachedPhones)

export const isAnyAttached = async (db: Db): Promise<boolean> =>
  (await db.select({ id: attachedPhones.id }).from(attachedPhones).limit(1)).length > 0

/** Locks a place before its phones: always in this order, so that two changes do not deadlock. */
export const lockPlace = async (tx: Tx, place: Place): Promise<{ readonly leaving: number }> => {
  const [stock] = await tx.select({ leaving: zoneStock.leaving }).from(zoneStock).where(isPlace(place)).for('update')
  return stock ?? { leaving: 0 }
}

export const findPhone = async (db: Db | Tx, id: number): Promise<PhoneRow | undefined> => {
  const [phone] = await db.select().from(attachedPhones).where(isPhone(id))
  return phone
}

export const lockPhone = async (tx: Tx, id: number): Promise<PhoneRow | undefined> => {
  const [phone] = await tx.select().from(attachedPhones).where(isPhone(id)).for('update')
  return phone
}

/** Undefined when the address is attached already. */
export const insertPhone = async (tx: Tx, phone: typeof attachedPhones.$inferInsert): Promise<PhoneRow | undefined> => {
  const [added] = await tx.insert(attachedPhones).values(phone).onConflictDoNothing().returning()
  return added
}

export const updatePhone = async (tx: Tx, id: number, change: Partial<PhoneRow>): Promise<void> => {
  await tx.update(attachedPhones).set(change).where(isPhone(id))
}

export const deletePhone = async (tx: Tx, id: number): Promise<void> => {
  await tx.delete(attachedPhones).where(eq(attachedPhones.id, id))
}

/** Why an address cannot be attached: `detached` ones wait for their erasure. */
export const findTaken = async (tx: Tx, { host, port }: PhoneAddress): Promise<'attached' | 'detached'> => {
  const isTaken = and(eq(attachedPhones.resolvedHost, host), eq(attachedPhones.port, port))
  const [phone] = await tx.select({ detachedAt: attachedPhones.detachedAt }).from(attachedPhones).where(isTaken)
  return phone?.detachedAt ? 'detached' : 'attached'
}

/** Adds the phone's unit to the capacity of its place. */
export const addUnit = async (tx: Tx, { id, zoneId, configId }: PhoneRow): Promise<void> => {
  if (zoneId === null || configId === null) throw new Error('a phone without a place has no unit')
  await tx
    .insert(zoneStock)
    .values({ zoneId, configId, capacity: 1 })
    .onConflictDoUpdate({
      target: [zoneStock.zoneId, zoneStock.configId],
      set: { capacity: sql`${zoneStock.capacity} + 1` },
    })
  await updatePhone(tx, id, { isCounted: true })
}

/** Takes the phone's unit off the capacity, at once or when one of the place is free. */
export const withdrawUnit = async (tx: Tx, phone: PhoneRow): Promise<void> => {
  await tx
    .update(zoneStock)
    .set({ leaving: sql`${zoneStock.leaving} + 1` })
    .where(isPlace(phone))
  await updatePhone(tx, phone.id, { isCounted: false })
}

/** Free phones that were not looked at lately. */
export const listUnchecked = (db: Db, before: Date, limit: number, afterId = 0): Promise<PhoneRow[]> =>
  db
    .select()
    .from(attachedPhones)
    .where(and(isNull(attachedPhones.phoneId), lt(attachedPhones.checkedAt, before), gt(attachedPhones.id, afterId)))
    .orderBy(asc(attachedPhones.id))
    .limit(limit)

/** False when another process looks at it. */
export const takeCheck = async (db: Db, { id }: PhoneRow, before: Date, now: Date): Promise<boolean> => {
  const taken = await db
    .update(attachedPhones)
    .set({ checkedAt: now })
    .where(and(isPhone(id), lt(attachedPhones.checkedAt, before)))
    .returning({ id: attachedPhones.id })
  return taken.length > 0
}

export const setProbe = async (tx: Tx, id: number, probe: ProbeFacts): Promise<void> => {
  await updatePhone(tx, id, { probe })
}

/** Row of `quarantined_phones` that stands for the phone. */
const isQuarantined = sql<boolean>`exists (select from quarantined_phones q
  where q.supplier_type = ${SupplierType.selfHosted} and q.phone_id = ${attachedPhones.phoneId})`

const state = sql<PhoneState>`case
  when ${attachedPhones.unreachableSince} is not null or ${devices.state} = 'faulty' then 'unreachable'
  when ${isQuarantined} then 'quarantined'
  when ${attachedPhones.unerasedSince} is not null then 'unerased'
  when ${attachedPhones.stockState} = 'draining' then 'draining'
  when ${devices.id} is not null then 'rented'
  when ${attachedPhones.phoneId} is not null then 'erasing'
  else ${attachedPhones.stockState} end`

export interface PhoneFilter {
  readonly text?: string | undefined
  readonly zoneId?: number | undefined
  readonly state?: PhoneState | undefined
}

const contains = (column: SQL | typeof attachedPhones.note, text: string): SQL =>
  sql`strpos(lower(${column}), lower(${text})) > 0`

const matches = (text: string) =>
  or(
    contains(sql`${attachedPhones.host} || ':' || ${attachedPhones.port}`, text),
    contains(attachedPhones.note, text),
    contains(sql`coalesce(${attachedPhones.probe} ->> 'model', '')`, text),
  )

const selectListed = (db: Db) =>
  db
    .select({
      id: attachedPhones.id,
      phone: attachedPhones,
      state,
      isQuarantined,
      zoneName: zones.name,
      goodName: goods.name,
      configuration: goodsConfigurations,
      deviceId: devices.id,
      ownerId: devices.ownerId,
      mobilePhone: users.mobilePhone,
    })
    .from(attachedPhones)
    .leftJoin(zones, eq(zones.id, attachedPhones.zoneId))
    .leftJoin(goodsConfigurations, eq(goodsConfigurations.id, attachedPhones.configId))
    .leftJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .leftJoin(
      devices,
      and(
        eq(devices.supplierType, SupplierType.selfHosted),
        eq(devices.phoneId, attachedPhones.phoneId),
        sql`${devices.state} <> 'released'`,
      ),
    )
    .leftJoin(users, eq(users.id, devices.ownerId))

export type ListedPhone = Awaited<ReturnType<typeof listPhones>>[number]

export const listPhones = (db: Db, filter: PhoneFilter, beforeId: number | undefined, limit: number) =>
  selectListed(db)
    .where(
      and(
        isKept,
        filter.text ? matches(filter.text) : undefined,
        filter.zoneId === undefined ? undefined : eq(attachedPhones.zoneId, filter.zoneId),
        filter.state === undefined ? undefined : sql`${state} = ${filter.state}`,
        beforeId === undefined ? undefined : lt(attachedPhones.id, beforeId),
      ),
    )
    .orderBy(desc(attachedPhones.id))
    .limit(limit)

export const findListed = async (db: Db | Tx, id: number): Promise<ListedPhone | undefined> =>
  (await selectListed(db as Db).where(isPhone(id)))[0]

/** Zones, and configurations that self-hosted phones are sold as. */
export const listPlaces = async (db: Db) => ({
  zones: await db
    .select({ zoneId: zones.id, name: zones.name })
    .from(zones)
    .orderBy(asc(zones.position), asc(zones.id)),
  configurations: await db
    .select({ configuration: goodsConfigurations, goodName: goods.name })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(goodsConfigurations.supplierType, SupplierType.selfHosted))
    .orderBy(asc(goods.position), asc(goods.id), asc(goodsConfigurations.id)),
})

export const isSellable = async (tx: Tx, zoneId: number, configId: number): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select from zones z, goods_configurations c
    where z.id = ${zoneId} and c.id = ${configId} and c.supplier_type = ${SupplierType.selfHosted}`)
  return rows.length > 0
}
