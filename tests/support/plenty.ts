import { randomUUID } from 'node:crypto'
import { createCloudOrderNew, payOrder, purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { createShare, giveGrants } from '@yunji/contract/devices/grant/calls'
import { createSchedule } from '@yunji/contract/devices/schedule/calls'
import { openTicket } from '@yunji/contract/service/calls'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import type { BackupContents } from '@yunji/phone-driver/types'
import { withClient } from '@yunji/testkit/with-client'
import { createAccounts, createSessions } from './accounts.ts'
import { fillWallet } from './wallet.ts'

/** Ids of what an account with plenty has, for the addresses of its pages. */
export interface Plenty {
  readonly userId: number
  readonly token: string
  readonly deviceIds: readonly number[]
  readonly paidOrderId: number
  readonly pendingOrderId: number
  readonly goodId: number
  readonly zoneId: number
  readonly activityId: number
}

const DEMO_PHONE = '13800138000'
/** Of the coupon that the demo account has for any phone. */
const COUPON_CENTS = 500
const DAY_MS = 24 * 3_600_000

const query = async <Row extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await withClient(url, (client) => client.query<Row>(sql, [...values]))).rows

/** Gives the demo account something to show on every page: by calls where a page could do it, otherwise by rows. */
export const givePlenty = async (url: string, databaseUrl: string): Promise<Plenty> => {
  const [owner] = await query<{ id: number }>(databaseUrl, 'select id::int from users where mobile_phone = $1', [
    DEMO_PHONE,
  ])
  const userId = owner?.id ?? 0
  const [token = ''] = await createSessions(databaseUrl, userId, 1)
  const call = createCaller(url, token)
  const devices = await query<{ id: number }>(
    databaseUrl,
    `select id::int from devices where owner_id = $1 and state <> 'released' order by id`,
    [userId],
  )
  const deviceIds = devices.map(({ id }) => id)
  await fillWallet(databaseUrl, userId, 'balance', 100_000)
  await fillWallet(databaseUrl, userId, 'beans', 50_000)
  const orders = await placeOrders(call, databaseUrl, userId)
  await shareDevices(call, databaseUrl, { userId, deviceIds })
  await addRows(databaseUrl, { userId, deviceId: deviceIds[0] ?? 0 })
  await call(openTicket, {
    kind: 'order',
    content: '订单什么时候到账？',
    attachmentIds: [],
    orderId: orders.paidOrderId,
  })
  const [activity] = await query<{ id: number }>(databaseUrl, 'select min(id)::int as id from activities')
  return { userId, token, deviceIds, ...orders, activityId: activity?.id ?? 0 }
}

type Caller = ReturnType<typeof createCaller>

const createCaller =
  (url: string, token: string) =>
  async (call: Call, input: object): Promise<Record<string, unknown>> => {
    const response = await fetch(url + call.path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(input),
    })
    const { code, msg, data } = (await response.json()) as Envelope
    if (code !== 200) throw new Error(`${call.path}: ${code} ${msg}`)
    return (data ?? {}) as Record<string, unknown>
  }

interface Product {
  readonly id: number
  readonly good_id: number
  readonly zone_id: number
  readonly price_cents: number
  readonly first_cents: number
}

/** One order of each kind that the balance can pay, and one that waits. */
const placeOrders = async (call: Caller, databaseUrl: string, userId: number) => {
  const [product] = await query<Product>(
    databaseUrl,
    `select p.id::int, c.good_id::int, s.zone_id::int, p.price_cents::int,
       coalesce(p.first_price_cents, p.price_cents)::int as first_cents from billable_products p
     join goods_configurations c on c.id = p.config_id join zone_stock s on s.config_id = c.id
     where s.capacity - s.rented - s.reserved > 5 and p.good_time_hours = 720 and p.is_listed and not p.is_metered and not exists (select from activity_products a where a.product_id = p.id)
     order by p.price_cents limit 1`,
  )
  if (!product) throw new Error('nothing is sold')
  const { id, good_id: goodId, zone_id: zoneId, price_cents: priceCents, first_cents: firstCents } = product
  const phoneAt = (cents: number) => ({
    items: [{ id, quantity: 1, goodPrice: cents }],
    zoneId,
    imageType: 1,
    totalCents: cents,
  })
  const payFor = async (order: Record<string, unknown>, payMethod: PayMethod = PayMethod.balance): Promise<number> => {
    await call(payOrder, { orderId: order['orderId'], payMethod })
    return Number(order['orderId'])
  }
  const [coupon] = await query<{ id: number }>(
    databaseUrl,
    `select id::int from coupons where user_id = $1 and name = '新人无门槛券'`,
    [userId],
  )
  const discounted = { ...phoneAt(firstCents), totalCents: firstCents - COUPON_CENTS, couponId: coupon?.id }
  const paidOrderId = await payFor(await call(createCloudOrderNew, discounted))
  const [hourly] = await query<{ id: number; price_cents: number }>(
    databaseUrl,
    `select p.id::int, p.price_cents::int from billable_products p join zone_stock s on s.config_id = p.config_id
     where p.is_metered and s.zone_id = $1 and s.capacity - s.rented - s.reserved > 5 order by p.price_cents limit 1`,
    [zoneId],
  )
  if (hourly) {
    const { id: hourlyId, price_cents: hourCents } = hourly
    const byTheHour = { items: [{ id: hourlyId, quantity: 1, goodPrice: hourCents }], zoneId, imageType: 1 }
    await payFor(await call(createCloudOrderNew, { ...byTheHour, totalCents: hourCents }), PayMethod.beans)
  }
  const [code] = await query<{ id: number; price_cents: number }>(
    databaseUrl,
    `select p.id::int, p.price_cents::int from activation_goods a join billable_products p on p.id = a.product_id
     order by p.price_cents limit 1`,
  )
  if (code) {
    const codes = { id: code.id, quantity: 1, goodPrice: code.price_cents, totalCents: code.price_cents }
    await payFor(await call(purchaseActivationCode, codes))
  }
  const pending = await call(createCloudOrderNew, phoneAt(priceCents))
  return { paidOrderId, pendingOrderId: Number(pending['orderId']), goodId, zoneId }
}

const shareDevices = async (
  call: Caller,
  databaseUrl: string,
  { userId, deviceIds }: { readonly userId: number; readonly deviceIds: readonly number[] },
): Promise<void> => {
  const [friend] = await createAccounts(databaseUrl, 1, 900)
  const [deviceId = 0, second = 0] = deviceIds
  const expiresAt = Date.now() + 3 * DAY_MS
  await call(giveGrants, { deviceIds: [deviceId], mobilePhone: friend?.mobilePhone, access: 'view', expiresAt })
  await call(createShare, { deviceId, access: 'view', expiresAt })
  await call(createSchedule, { kind: 'reboot', deviceIds: [second], repeat: 'daily', time: '04:00' })
  await query(
    databaseUrl,
    `with gone as (
       insert into device_transfers (from_user_id, to_user_id, to_phone, state, created_at, expires_at, ended_at)
       values ($1, $2, $3, 'cancelled', now() - interval '2 days', now() - interval '1 day', now() - interval '1 day')
       returning id
     )
     insert into device_transfer_items (transfer_id, device_id, device_name, goods_level, is_open)
     select gone.id, $4, '日常主号', 3, false from gone`,
    [userId, friend?.userId, friend?.mobilePhone, second],
  )
}

const BACKED_UP = {
  androidVersion: '10',
  sdk: 29,
  abis: ['x86_64'],
  appData: 'included',
  packages: ['com.example.notes'],
  apps: [],
  usedBytes: 900_000_000,
  leftOut: { caches: [], sockets: 0, links: 0, vanished: [] },
  changed: [],
} satisfies BackupContents

/** Files, a backup and tasks: a phone would have to run for them. */
const addRows = async (
  databaseUrl: string,
  { userId, deviceId }: { readonly userId: number; readonly deviceId: number },
): Promise<void> => {
  await query(
    databaseUrl,
    `with content as (
       insert into space_objects (id, user_id, content_hash, size_bytes, counted_as)
       select md5('plenty' || n), $1, md5('a' || n) || md5('b' || n), n * 3000000, 'file' from generate_series(1, 3) n
       returning id, size_bytes
     ), file as (
       insert into space_files (id, user_id, object_id, name, kind, created_at)
       select id, $1, id, '游戏资源包 ' || size_bytes / 3000000 || '.zip', 'other', now() from content
     )
     insert into space_usage (user_id, file_bytes, backup_bytes) values ($1, 18000000, 300000000)
     on conflict (user_id) do update set file_bytes = 18000000, backup_bytes = 300000000`,
    [userId],
  )
  await query(
    databaseUrl,
    `with task as (
       insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
       select $1, kind, state, now() - interval '1 hour', now(), now() - interval '50 minutes'
       from (values ('backup', 'succeeded'), ('reboot', 'failed')) past (kind, state) returning id, kind, state
     ), part as (
       insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, progress,
         reason, deadline_at, ended_at)
       select task.id, d.id, d.name, 0, 'running', task.state, case task.state when 'failed' then 40 else 100 end,
         case task.state when 'failed' then '手机没有响应，请稍后重试' else '' end, now(), now()
       from task, devices d where d.id = $2 returning id, state, device_name
     )
     insert into backups (user_id, device_id, device_name, state, origin, part_id, attempt, raw_bytes, stored_bytes,
       created_at, ended_at, manifest, contents)
     select $1, $2, part.device_name, 'complete', 'manual', part.id, 1, 900000000, 300000000, now() - interval '1 hour', now(),
       'root', $3
     from part where part.state = 'succeeded'`,
    [userId, deviceId, { include: null, exclude: [], backup: BACKED_UP }],
  )
}
