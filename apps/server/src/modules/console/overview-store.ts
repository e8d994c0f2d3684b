import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { and, asc, desc, eq, gte, lt, lte, max, min, sql, sum } from 'drizzle-orm'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { DEAD_LETTER_QUEUE } from '../../platform/jobs.ts'
import { zoneStock } from '../../tables/catalogue.ts'
import { fleetCounts, zones } from '../../tables/devices.ts'
import { orderDays, orders } from '../../tables/orders.ts'
import { isZoneUnreachable } from '../devices/fleet/index.ts'

export type DayRow = typeof orderDays.$inferSelect

interface Period {
  readonly from: Date
  readonly to: Date
}

const dayOf = (column: string) => sql.raw(`(${column} at time zone 'Asia/Shanghai')::date`)

/**
 * Sums of each day with orders, from the orders and their payments themselves. Every payment counts, those of orders that were
 * paid twice too, as their refunds do. Beans and balance were paid for when they were bought.
 */
export const sumOrders = async (db: Db | Tx, { from, to }: Period): Promise<DayRow[]> => {
  const { rows } = await db.execute<Record<string, string>>(sql`
    with created as (
      select ${dayOf('created_at')} as day, count(*) as created_orders, count(paid_at) as paid_orders
      from orders where created_at >= ${from} and created_at < ${to} group by 1
    ), paid as (
      select ${dayOf('paid_at')} as day, sum(amount_cents) as paid_cents
      from payments where provider in ('alipay', 'wechat') and paid_at >= ${from} and paid_at < ${to} group by 1
    ), given as (
      select ${dayOf('refunded_at')} as day, sum(amount_cents) as refunded_cents
      from refunds where refunded_at >= ${from} and refunded_at < ${to} group by 1
    )
    select day::text, coalesce(created_orders, 0) as created_orders, coalesce(paid_orders, 0) as paid_orders,
      coalesce(paid_cents, 0) as paid_cents, coalesce(refunded_cents, 0) as refunded_cents
    from created full join paid using (day) full join given using (day) order by day`)
  return rows.map((row) => ({
    day: row['day'] ?? '',
    createdOrders: Number(row['created_orders']),
    paidOrders: Number(row['paid_orders']),
    paidCents: Number(row['paid_cents']),
    refundedCents: Number(row['refunded_cents']),
  }))
}

export const countCreated = (db: Db, { from, to }: Period): Promise<number> =>
  db.$count(orders, and(gte(orders.createdAt, from), lt(orders.createdAt, to)))

export const listDays = (db: Db, fromDay: string): Promise<DayRow[]> =>
  db.select().from(orderDays).where(gte(orderDays.day, fromDay)).orderBy(asc(orderDays.day))

export const findLastDay = async (db: Db): Promise<string | null> => {
  const [row] = await db.select({ day: max(orderDays.day) }).from(orderDays)
  return row?.day ?? null
}

export const findFirstOrderAt = async (db: Db): Promise<Date | null> => {
  const [row] = await db.select({ at: min(orders.createdAt) }).from(orders)
  return row?.at ?? null
}

export const insertDays = async (db: Db, days: readonly DayRow[]): Promise<void> => {
  if (days.length > 0)
    await db
      .insert(orderDays)
      .values([...days])
      .onConflictDoNothing()
}

/** Devices by state and end. Nobody can say of running ones in unreachable zones whether they run. */
export const countDevices = async (db: Db, clock: Clock, soon: Date) => {
  const now = clock.now()
  const isUnreachable = isZoneUnreachable(clock, { supplierType: sql`d.supplier_type`, zoneId: sql`d.zone_id` })
  const [states, ends, unreachable] = await Promise.all([
    db.execute<{ state: DeviceState; devices: string }>(
      sql`select state, count(*) as devices from devices where state <> 'released' group by state order by state`,
    ),
    db.execute<{ expiring: string; running: string; planned: string }>(sql`
      select count(*) as expiring, count(a.device_id) as planned,
        count(*) filter (where d.state = 'running' and not ${isUnreachable}) as running
      from devices d left join auto_renewals a on a.device_id = d.id
      where d.expires_at > ${now} and d.expires_at <= ${soon} and not d.is_metered and not d.is_trial
        and d.state not in ('expired', 'released')`),
    db.execute<{ devices: string }>(
      sql`select count(*) as devices from devices d where d.state = 'running' and ${isUnreachable}`,
    ),
  ])
  const [end] = ends.rows
  return {
    byState: states.rows.map(({ state, devices }) => ({ state, devices: Number(devices) })),
    unreachable: Number(unreachable.rows[0]?.devices ?? 0),
    expiring: Number(end?.expiring ?? 0),
    expiringRunning: Number(end?.running ?? 0),
    expiringWithPlan: Number(end?.planned ?? 0),
  }
}

export const sumStock = (db: Db) =>
  db
    .select({
      zoneId: zones.id,
      zoneName: zones.name,
      isOpen: zones.isOpen,
      capacity: sum(zoneStock.capacity).mapWith(Number),
      reserved: sum(zoneStock.reserved).mapWith(Number),
      rented: sum(zoneStock.rented).mapWith(Number),
    })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .groupBy(zones.id)
    .orderBy(desc(zones.isOpen), asc(zones.position), asc(zones.id))

/** How long counts of devices are kept. */
const COUNTS_KEPT_MS = 3 * DAY_MS

type FleetCount = typeof fleetCounts.$inferInsert

/** Keeps the counts of a time, and removes old ones. */
export const recordFleet = async (db: Db, count: FleetCount): Promise<void> => {
  await db.insert(fleetCounts).values(count).onConflictDoNothing()
  await db.delete(fleetCounts).where(lt(fleetCounts.countedAt, later(count.countedAt, -COUNTS_KEPT_MS)))
}

/** The latest counts of a period. */
export const findFleetCount = async (db: Db, { from, to }: Period) => {
  const [found] = await db
    .select({ online: fleetCounts.online, expiring: fleetCounts.expiring })
    .from(fleetCounts)
    .where(and(gte(fleetCounts.countedAt, from), lte(fleetCounts.countedAt, to)))
    .orderBy(desc(fleetCounts.countedAt))
    .limit(1)
  return found ?? null
}

/** Work that waits for a person, by kind; every count reads an index of its own. */
const waitingQueries = {
  verifications: () => sql`select count(*) as n from verifications where status = 1`,
  tickets: () => sql`select count(*) as n from service_tickets where state = 'open'`,
  overdueTickets: (now: Date) =>
    sql`select count(*) as n from service_tickets where state = 'open' and due_at < ${now}`,
  failedRefunds: () => sql`select count(*) as n from refunds where state = 'manual'`,
  invoices: () => sql`select count(*) as n from invoices where state in ('pending', 'correcting')`,
  refusingPhones: () => sql`select count(*) as n from devices where state = 'faulty' and adb_refused_since is not null`,
  faultyDevices: () => sql`select count(*) as n from devices where state = 'faulty'`,
  unfulfilledOrders: (now: Date) =>
    sql`select count(*) as n from orders where state = 'paid' and paid_at < ${now}::timestamptz - interval '10 minutes'`,
  refusedNotices: () =>
    sql`select count(*) as n from payment_notices where outcome = 'refused' and about <> 'unverified' and closed_at is null`,
  refundProposals: () => sql`select count(*) as n from refund_proposals where state = 'waiting'`,
  billDifferences: () => sql`select count(*) as n from bill_differences where closed_at is null`,
  unerasedPhones: () =>
    sql`select count(*) as n from attached_phones where unerased_since is not null and detached_at is null`,
  awayPhones: () =>
    sql`select count(*) as n from attached_phones where unreachable_since is not null and stock_state = 'inStock'`,
  deadJobs: () => sql`select count(*) as n from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state = 'created'`,
  missingBills: (now: Date) =>
    sql`select count(*) as n from bills where state = 'waiting' and day < (${now}::timestamptz - interval '3 days')::date`,
}

export const countWaiting = async (db: Db, kind: keyof typeof waitingQueries, now: Date): Promise<number> => {
  const { rows } = await db.execute<{ n: string }>(waitingQueries[kind](now))
  return Number(rows[0]?.n ?? 0)
}
