import { withClient } from '@yunji/testkit/with-client'
import { sumDaysJob } from '../../apps/server/src/modules/console/index.ts'
import { DAY_MS, later } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { addBuyers, addEntries, addOrders, addPaidPayments, fillCatalogue } from '../commerce/shop-data.ts'

export interface ConsoleRows {
  readonly orders: number
  readonly devices: number
  readonly tickets: number
  readonly audit: number
  readonly notices: number
  readonly invoices: number
  readonly interruptions: number
}

const GOODS = 20
const BUYERS = 100
/** A million orders are those of three months. */
const SECONDS_BETWEEN_ORDERS = 8

export const fillConsole = async (url: string, rows: ConsoleRows): Promise<void> => {
  await fillCatalogue(url, GOODS)
  await addBuyers(url, BUYERS)
  await addOrders(url, rows.orders, { secondsBetween: SECONDS_BETWEEN_ORDERS, payMethods: [1, 2] })
  await addPaidPayments(url)
  await addEntries(url, rows.orders)
  await addZones(url)
  await addDevices(url, rows.devices)
  await addWork(url, rows)
  await withClient(url, (client) => client.query('vacuum analyze'))
  await sumPastDays(url)
}

/** Sums as they stand just before 02:15 in China: yesterday and today are read from orders and payments, the most there is. */
const sumPastDays = async (url: string): Promise<void> => {
  const { log } = openLog('silent')
  const database = openDatabase(url, log)
  try {
    const clock = { now: () => later(new Date(), -DAY_MS) }
    await sumDaysJob({ database, clock, log }).run({}, new AbortController().signal)
    await database.pool.query('vacuum analyze order_days')
  } finally {
    await database.close()
  }
}

/** Four reachable zones that sell every configuration, and one that nobody has seen for an hour. */
const addZones = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) select 'bench-' || n, '机房 ' || n, now() from generate_series(2, 5) n`,
    )
    await client.query(
      `insert into zone_stock (zone_id, config_id, capacity, rented)
       select zones.id, c.id, 2000, 1200 from zones, goods_configurations c where zones.code like 'bench-%'`,
    )
    await client.query(
      `insert into zone_sightings (supplier_type, zone_id, seen_at)
       select 7, id, now() + case when code = 'bench-5' then interval '-1 hour' else interval '1 day' end from zones`,
    )
    // No phones answer here: sightings of the future keep the others reachable.
    await client.query(
      `insert into fleet_counts (counted_at, online, expiring)
       select now() - make_interval(mins => 30 * n), 90000, 1400 from generate_series(0, 143) n`,
    )
  })

/** Of a hundred one is stopped, one faulty and one in the unreachable zone; every third renews itself. */
const addDevices = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `with places as (select array_agg(id order by id) as ids from zones)
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons,
         expires_at, state, state_deadline, faulty_since, adb_refused_since, first_started_at, created_at)
       select g.user_id, g.id, ids[case when n % 100 = 5 then 5 else 1 + n % 4 end], '云手机 ' || n, 3, '10/B', 7,
         'bench-' || n, '{1,2,3}', now() + make_interval(mins => n),
         case n % 100 when 70 then 'stopped' when 35 then 'faulty' else 'running' end,
         case when n % 100 = 35 then now() + interval '1 day' end,
         case when n % 100 = 35 then now() - interval '10 minutes' end,
         case when n % 1000 = 35 then now() - interval '10 minutes' end, now(), now()
       from places, generate_series(1, $1::int) n
       join (select row_number() over (order by id) - 1 as place, id, user_id from device_groups where is_default) g
         on g.place = n % (select count(*) from device_groups where is_default)`,
      [count],
    )
    await client.query(
      `insert into auto_renewals (device_id, user_id, product_id, pay_method, next_try_at, created_at)
       select id, owner_id, (select min(id) from billable_products), 3, expires_at + interval '1 day', now()
       from devices where id % 3 = 0`,
    )
  })

/** Rows of the other large lists. About one in a hundred waits for a person. */
const addWork = (url: string, { tickets, audit, notices, invoices, interruptions }: ConsoleRows): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `with buyers as (select array_agg(id order by id) as ids from users),
         numbered as (select n, now() - make_interval(mins => 5 * n) as moment from generate_series(1, $1::int) n)
       insert into service_tickets (user_id, kind, title, state, due_at, closes_at, created_at, updated_at, closed_at)
       select ids[1 + n % cardinality(ids)],
         (array['device', 'stream', 'order', 'account', 'space', 'advice', 'other'])[1 + n % 7], '画面卡 ' || n, state,
         case when state = 'open' then now() + make_interval(mins => n - $1 / 200) end,
         case when state = 'answered' then moment + interval '365 days' end, moment, moment,
         case when state = 'closed' then moment end
       from buyers, numbered, lateral (
         select case when n <= $1 / 100 then 'open' when n <= $1 / 50 then 'answered' else 'closed' end as state) s`,
      [tickets],
    )
    await client.query(
      `insert into operator_audit (at, operator_name, role, call, subject, before, after, outcome, address)
       select now() - make_interval(secs => 60 * ($1 - n)), 'bench-' || n % 20, 'support',
         (array['answerTicket', 'freezeUser', 'setPrice', 'replaceFaultyDevices', 'rejectInvoice'])[1 + n % 5],
         (array['ticket:', 'user:', 'product:', 'device:', 'invoice:'])[1 + n % 5] || n, '{"state":"open"}',
         '{"state":"answered"}', case when n % 100 = 0 then 'refused' else 'done' end, '10.0.0.1'
       from generate_series(1, $1::int) n`,
      [audit],
    )
    // Most tell of payments that are there; the open ones, of none.
    await client.query(
      `insert into payment_notices (provider, about, number, transaction_id, amount_cents, outcome, reason, first_at,
         last_at, closed_by, closed_at)
       select provider, 'payment', case when isRefused then 'unknown-' || id else out_trade_no end, transaction_id,
         amount_cents, case when isRefused then 'refused' else 'taken' end,
         case when isRefused then 'no such payment' else '' end, paid_at, paid_at, case when isClosed then 'bench-1' end,
         case when isClosed then paid_at end
       from (select *, id % 50 = 0 as isRefused, id % 100 = 0 as isClosed from payments order by id limit $1) p`,
      [notices],
    )
    await client.query(
      `with made as (
         insert into invoices (user_id, state, amount_cents, title, invoice_number, pdf_bytes, created_at, updated_at, issued_at)
         select user_id, next, payable_cents, jsonb_build_object('kind', 'personal', 'name', '客户 ' || id, 'taxNumber', '',
             'address', '', 'phone', '', 'bankName', '', 'bankAccount', ''),
           case when next = 'issued' then lpad(id::text, 20, '0') else '' end, case when next = 'issued' then 20000 end,
           paid_at, paid_at, case when next = 'issued' then paid_at end
         from (select *, case when id % 100 = 0 then 'pending' else 'issued' end as next from orders
           order by id limit $1) o
         order by id returning id
       )
       insert into invoice_orders (invoice_id, order_id, amount_cents)
       select m.id, o.id, o.payable_cents
       from (select id, row_number() over (order by id) as place from made) m
       join (select id, payable_cents, row_number() over (order by id) as place from orders order by id limit $1) o
         using (place)`,
      [invoices],
    )
    await client.query(
      `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at,
         counted_seconds, credited_seconds, settled_at)
       select d.id, d.owner_id, d.zone_id, 'unreachable', 'ours', moment - interval '10 minutes', moment, 600, 3600, moment
       from generate_series(1, $1::int) n
       join (select *, row_number() over (order by id) as place from devices) d
         on d.place = 1 + n % (select count(*) from devices),
         lateral (select now() - make_interval(mins => 5 * ($1 - n)) as moment) at`,
      [interruptions],
    )
    await client.query(
      `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at)
       select id, owner_id, zone_id, 'unreachable', 'ours', faulty_since from devices where state = 'faulty'`,
    )
    await client.query(
      `insert into verifications (user_id, kind, status, name, number, submitted_at, decided_at)
       select id, 1, case when id % 10 = 0 then 1 else 2 end, '客户 ' || id, lpad(id::text, 18, '1'), now(),
         case when id % 10 <> 0 then now() end
       from users order by id limit 10000`,
    )
    await client.query(
      `insert into refund_proposals (order_id, amount_cents, reason, state, proposer_name, proposed_at, decider_name, decided_at)
       select order_id, amount_cents, 'agreed', next, 'bench-1', created_at, case when next = 'done' then 'bench-2' end,
         case when next = 'done' then created_at end
       from (select *, case when id % 100 = 0 then 'waiting' else 'done' end as next from refunds) r`,
    )
    await client.query(
      `with days as (
         insert into bills (provider, day, state, source, payments, payment_cents, read_at)
         select provider, (now() - make_interval(days => n))::date, 'read', 'download', 5400, 16146000, now()
         from unnest(array['alipay', 'wechat']) provider, generate_series(1, 90) n
         -- The server has begun those of the last days meanwhile.
         on conflict (provider, day) do update
           set state = 'read', source = 'download', payments = 5400, payment_cents = 16146000, read_at = now()
         returning provider, day
       )
       insert into bill_differences (provider, day, subject, number, transaction_id, kind, their_cents, found_at, closed_at)
       select provider, day, 'payment', 'bill-' || n || day, 'bill-' || n || day, 'unknown', 2990, now(),
         case when n > 1 then now() end
       from days, generate_series(1, 20) n`,
    )
  })
