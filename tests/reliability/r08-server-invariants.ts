import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import type { CustomerHarness } from './r08-server-harness.ts'

/** SQL literal. */
const at = (now: Date) => `'${now.toISOString()}'::timestamptz`

/** Remaining value of bought time, each share rounded down. */
const worthOf = (shares: string, now: Date) => `
  select coalesce(sum(floor(paid::numeric
    * least(greatest(floor(extract(epoch from starts_at + bought * interval '1 second' - ${at(now)})), 0), bought)
    / bought)), 0) as cents from (${shares}) shares`

const sharesOf = (userId: number, isOne: string) => `
  select s.device_id, s.paid_cents as paid, s.bought_seconds as bought, s.starts_at from order_devices s
  join devices d on d.id = s.device_id
  where d.owner_id = ${userId} and d.state <> 'released' and s.returned_at is null and s.carried_at is null and ${isOne}
  union all
  select c.device_id, c.value_cents + c.paid_cents, c.bought_seconds, c.starts_at from device_changes c
  join devices d on d.id = c.device_id
  where d.owner_id = ${userId} and d.state <> 'released' and c.starts_at is not null and c.carried_at is null and ${isOne}`

const centsOf = async ({ query }: CustomerHarness, text: string): Promise<number> => {
  const [row] = await query<{ cents: string }>(text)
  return Number(row?.cents)
}

/**
 * Value that a customer holds, in cents, counted independently of the server's code: wallets, remaining rental time and
 * unused codes, minus the money paid in. Purchases and passing time may only reduce it.
 */
export const wealthOf = async (harness: CustomerHarness, userId: number): Promise<number> => {
  const now = harness.server.clock.now()
  const wallets = await centsOf(
    harness,
    `select coalesce(sum(balance_cents), 0) as cents from ledger_accounts where user_id = ${userId}`,
  )
  const time = await centsOf(harness, worthOf(sharesOf(userId, `true`), now))
  const codes = await centsOf(
    harness,
    `select coalesce(sum(paid_cents), 0) as cents from activation_codes
      where owner_id = ${userId} and state = 'unused' and expires_at > ${at(now)}`,
  )
  const brought = await centsOf(
    harness,
    `select coalesce(sum(case when f.user_id is null and f.kind in ('alipay', 'wechat') then amount_cents
          when t.user_id is null and t.kind in ('alipay', 'wechat') then -amount_cents else 0 end), 0) as cents
      from ledger_entries e join ledger_accounts f on f.id = from_account_id join ledger_accounts t on t.id = to_account_id
      join orders o on o.id = e.order_id where o.user_id = ${userId}`,
  )
  return wallets + time + codes - brought
}

/** Value used up by elapsed time, which an early return refunds too. */
export const usedUpOf = async (harness: CustomerHarness, userId: number): Promise<number> => {
  const now = harness.server.clock.now()
  const shares = sharesOf(userId, `not d.is_metered`)
  const paid = await centsOf(harness, `select coalesce(sum(paid), 0) as cents from (${shares}) shares`)
  return paid - (await centsOf(harness, worthOf(shares, now)))
}

/** Queries that must return no rows, by title. */
const invariants = (userId: number, now: Date): Readonly<Record<string, string>> => ({
  'a phone ends when what was paid for it does': `
    select d.id, d.state, d.created_at, d.expires_at, max(s.starts_at + s.bought * interval '1 second') as bought_until
    from devices d left join (${sharesOf(userId, `true`)}) s on s.device_id = d.id
    where d.owner_id = ${userId} and d.state <> 'released' and not d.is_metered and not d.is_trial group by d.id
    having d.expires_at > coalesce(max(s.starts_at + s.bought * interval '1 second'), '-infinity') + interval '1 second'`,
  'a person has one trial, and it ends half an hour after it began': `
    select d.id, d.state, d.expires_at, t.started_at from devices d left join trials t on t.device_id = d.id
    where d.owner_id = ${userId} and d.is_trial and d.state <> 'released' and (
      t.id is null or t.started_at is null or d.expires_at <> t.started_at + interval '30 minutes'
      or d.expires_at < ${at(now)} - interval '1 minute'
    ) or d.owner_id = ${userId} and d.is_trial and 1 < (
      select count(*) from devices had join task_parts p on p.device_id = had.id and p.state = 'succeeded'
      join tasks on tasks.id = p.task_id and tasks.kind = 'create' where had.owner_id = ${userId} and had.is_trial
    )`,
  'nothing was paid for a trial, and nothing came of it': `
    select d.id from devices d where d.owner_id = ${userId} and d.is_trial and (
      exists (select from order_devices s where s.device_id = d.id)
      or exists (select from device_changes c where c.device_id = d.id)
      or exists (select from ledger_entries e where e.device_id = d.id)
    )`,
  'a metered phone has no more than the hours that were paid': `
    select d.id, d.expires_at from devices d where d.owner_id = ${userId} and d.is_metered and d.state <> 'released'
      and d.expires_at > d.created_at + interval '1 hour' * (1 + (
        select count(*) from ledger_entries e where e.device_id = d.id and e.reason = 'metering'
      )) and d.expires_at > ${at(now)} + interval '61 minutes'`,
  'stock is reserved by orders alone, and rented by phones and drills alone': `
    select z.zone_id, z.config_id, z.reserved, z.rented from zone_stock z where reserved <> (
      select coalesce(sum(r.quantity), 0) from stock_reservations r
      where r.zone_id = z.zone_id and r.config_id = z.config_id
    ) or rented <> (
      select count(*) from devices d where d.zone_id = z.zone_id and d.config_id = z.config_id and d.state <> 'released'
    ) + (
      select count(*) from restore_drills d where d.zone_id = z.zone_id and d.config_id = z.config_id
    )`,
  'only pending orders hold stock': `
    select o.id, o.state from orders o join stock_reservations r on r.order_id = o.id where o.state <> 'pending'`,
  'a coupon reduces one order at most': `
    select coupon_id, count(*) from orders where user_id = ${userId} and coupon_id is not null
      and state in ('pending', 'paid', 'fulfilled') group by coupon_id having count(*) > 1`,
  'a coupon is used while its order stands, and free otherwise': `
    select c.id, c.state, o.state as order_state from coupons c left join orders o on o.id = c.order_id
    where c.user_id = ${userId} and case c.state
      when 'used' then o.state is distinct from 'fulfilled'
      when 'locked' then o.state is distinct from 'pending'
      else c.order_id is not null end`,
  'nobody is given coupons': `
    select count(*) from coupons where user_id = ${userId} having count(*) <> 2`,
  'a first price is had once': `
    select line ->> 'id', count(*) from orders, jsonb_array_elements(lines) line
    where user_id = ${userId} and line ->> 'kind' = 'firstPurchase' and state in ('pending', 'paid', 'fulfilled')
    group by line ->> 'id' having count(*) > 1`,
  // Phones returned early count between those kept and those ever handed over.
  'what was bought is counted, and what failed is not': `
    with had as (
      select i.product_id, sum(i.quantity) as most, sum(case when o.kind in ('change', 'video', 'codes') then i.quantity else (
          select count(*) from order_devices s
          where s.order_id = o.id and s.product_id = i.product_id and s.returned_at is null
        ) end) as least
      from orders o join order_items i on i.order_id = o.id
      where o.user_id = ${userId} and (o.state = 'fulfilled' or o.state = 'refunded' and o.failure = '')
      group by i.product_id
    )
    select product_id, least, most, purchases from had full join (
      select * from product_purchases where user_id = ${userId}
    ) counted using (product_id)
    where coalesce(purchases, 0) not between coalesce(least, 0) and coalesce(most, 0)`,
  'pieces of a seckill are sold or left': `
    select a.activity_id, a.stock_left, a.stock_total from activity_products a
    join activities on activities.id = a.activity_id and kind = 'seckill' and stock_total = 4
    where stock_left + (select coalesce(sum(c.quantity), 0) from seckill_claims c
      where c.activity_id = a.activity_id and c.product_id = a.product_id) <> stock_total`,
  'pieces of a seckill are held by orders that stand': `
    select c.order_id, c.quantity, o.state from seckill_claims c join orders o on o.id = c.order_id
    where c.user_id = ${userId}
      and (o.state in ('cancelled', 'expired') or o.state = 'refunded' and o.failure <> '' or c.quantity > 2)`,
  'a code gives one thing': `
    select code_id, count(*) from order_devices where code_id is not null and returned_at is null
    group by code_id having count(*) > 1`,
})

/** Broken invariants of a customer, each with its first row. */
export const brokenServerInvariants = async (harness: CustomerHarness, userId: number): Promise<string[]> => {
  const broken: string[] = []
  for (const [says, text] of Object.entries(invariants(userId, harness.server.clock.now()))) {
    const [row] = await harness.query(text)
    if (row) broken.push(`${says}: ${JSON.stringify(row)}`)
  }
  const wrong = await auditLedger(harness.server.database.db)
  return [...broken, ...wrong.map((found) => `the books add up: ${JSON.stringify(found)}`)]
}
