import type { InvoiceTitle } from '@yunji/contract/commerce/invoice/schema'
import type { Client } from '@yunji/testkit/with-client'

/** Title of the first invoices. */
const earlyTitle: InvoiceTitle = {
  kind: 'personal',
  name: '张三',
  taxNumber: '',
  address: '',
  phone: '',
  bankName: '',
  bankAccount: '',
}

/** Goods, orders, payments and the ledger. */
export const commerceFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  10: async (client) => {
    await client.query(
      `with mine as (
         insert into ledger_accounts (user_id, kind, balance_cents, held_cents) select min(id), 'beans', 500, 200 from users
         returning id
       ), entry as (
         insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
         select 'early:recharge', 'recharge', (select id from ledger_accounts where kind = 'alipay'), id, 500, 500, now()
         from mine
       )
       insert into ledger_holds (key, account_id, amount_cents, state, created_at)
       select 'early:hold', id, 200, 'held', now() from mine`,
    )
  },
  11: async (client) => {
    await client.query(
      `with good as (
         insert into goods (goods_level, name, created_at) values (3, '早期云手机', now()) returning id
       ), config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 8, 8, 128, '10/B', '{1}', 7 from good returning id
       ), product as (
         insert into billable_products (config_id, good_time_hours, price_cents, old_price_cents, first_price_cents)
         select id, 720, 4800, 5200, 2900 from config returning id
       ), bought as (
         insert into product_purchases (user_id, product_id, purchases)
         select (select min(id) from users), id, 1 from product
       ), activity as (
         insert into activities (name, kind, starts_at, ends_at) values ('早期活动', 'discount', now(), now() + interval '1 day')
         returning id
       ), reduced as (
         insert into activity_products (activity_id, product_id, price_cents) select activity.id, product.id, 3900 from activity, product
       )
       insert into zone_stock (zone_id, config_id, capacity, reserved, rented)
       select (select min(id) from zones), id, 10, 1, 2 from config`,
    )
  },
  12: async (client) => {
    await client.query(
      `with template as (
         insert into coupon_templates (name, terms, valid_days, created_at)
         values ('早期优惠券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', 30, now()) returning id, terms
       )
       insert into coupons (template_id, user_id, name, terms, received_at, expires_at)
       select id, (select min(id) from users), '早期优惠券', terms, now(), now() + interval '30 days' from template`,
    )
  },
  13: async (client) => {
    await client.query(
      `with made as (
         insert into orders (user_id, kind, business_type, title, lines, total_cents, payable_cents, purchase, created_at, expires_at)
         select min(id), 'buy', 1, '早期云手机 × 1', '[]', 2900, 2900, '{}', now(), now() + interval '15 minutes' from users
         returning id, user_id
       ), item as (
         insert into order_items (order_id, product_id, quantity, unit_price_cents)
         select made.id, (select min(id) from billable_products), 1, 2900 from made
       ), claim as (
         insert into first_price_claims (user_id, product_id, order_id)
         select user_id, (select min(id) from billable_products), id from made
       )
       insert into stock_reservations (order_id, zone_id, config_id, quantity)
       select made.id, zone_id, config_id, 1 from made, zone_stock`,
    )
  },
  14: async (client) => {
    await client.query(
      `insert into order_devices (order_id, device_id, product_id, paid_cents, bought_seconds, starts_at)
       select (select min(id) from orders), min(id), (select min(id) from billable_products), 2900, 2592000, now() from devices`,
    )
  },
  15: async (client) => {
    await client.query(
      `with held as (
         insert into renewal_holds (order_id, device_id) select (select min(id) from orders), min(id) from devices
       )
       insert into auto_renewals (device_id, user_id, product_id, pay_method, next_try_at, created_at)
       select id, owner_id, (select min(id) from billable_products), 3, now(), now() from devices order by id limit 1`,
    )
  },
  16: async (client) => {
    await client.query(
      `with paid as (
         update orders set state = 'paid', pay_method = 1, paid_at = now() where id = (select min(id) from orders) returning id
       ), payment as (
         insert into payments (order_id, provider, scene, out_trade_no, amount_cents, state, transaction_id, is_settling,
           created_at, expires_at, paid_at)
         select id, 'alipay', 'h5', 'early-trade', 2900, 'paid', 'early-transaction', true, now(), now(), now() from paid
         returning id, order_id
       )
       insert into refunds (payment_id, order_id, key, out_refund_no, amount_cents, created_at)
       select id, order_id, 'early:refund', 'early-refund', 100, now() from payment`,
    )
  },
  17: async (client) => {
    await client.query(
      `with claim as (
         insert into first_recharge_claims (user_id, order_id) select user_id, id from orders
       ), grown as (
         insert into space_grants (order_id, user_id, size_gb, starts_at, ends_at)
         select id, user_id, 50, now(), now() + interval '30 days' from orders
       ), guessed as (
         insert into exchange_failures (user_id, day, failures) select min(id), '2026-01-02', 3 from users
       ), sold as (
         insert into activation_goods (product_id) select min(id) from billable_products
       )
       insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
       select orders.id, user_id, (select min(id) from billable_products), sha256('early'), 'v1.' || repeat('A', 61), 2900,
         now(), now() + interval '365 days' from orders`,
    )
  },
  18: async (client) => {
    await client.query(
      `with activity as (
         insert into activities (name, kind, starts_at, ends_at) values ('早期秒杀', 'seckill', now(), now() + interval '1 hour')
         returning id
       ), piece as (
         insert into activity_products (activity_id, product_id, price_cents, stock_left, stock_total, per_user_limit)
         select activity.id, (select min(id) from billable_products), 900, 4, 5, 1 from activity
         returning activity_id, product_id
       ), claim as (
         insert into seckill_claims (order_id, activity_id, product_id, user_id, quantity)
         select (select min(id) from orders), activity_id, product_id, (select min(id) from users), 1 from piece
       ), list as (
         insert into big_user_lists (link_code, user_id, title, maximum_phones, created_at)
         select 'early-big-user', min(id), '早期清单', 200, now() from users returning id
       )
       insert into big_user_prices (list_id, product_id, price_cents)
       select id, (select min(id) from billable_products), 1900 from list`,
    )
  },
  19: async (client) => {
    await client.query('update goods set tagline = tagline')
  },
  20: async (client) => {
    await client.query(
      `with other as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select min(id), 8, 12, 256, '10/B', '{1}', 7 from goods returning id
       )
       insert into device_changes (device_id, user_id, order_id, from_config_id, to_config_id, product_id, value_cents,
         paid_cents, bought_seconds, created_at)
       select devices.id, devices.owner_id, (select min(id) from orders), (select min(id) from goods_configurations), other.id,
         (select min(id) from billable_products), 1200, 800, 2592000, now() from other, devices order by devices.id limit 1`,
    )
  },
  21: async (client) => {
    await client.query('update order_devices set code_id = (select min(id) from activation_codes)')
  },
  22: async (client) => {
    await client.query('update device_changes set quoted_at = created_at')
  },
  23: async (client) => {
    await client.query(`update account_deletions set attempts = 2, next_try_at = now() + interval '8 days'`)
    await client.query('update device_changes set task_id = (select min(id) from tasks)')
  },
  24: async (client) => {
    await client.query(`update refunds set asks = 2, ask_at = now() + interval '4 minutes' where state = 'waiting'`)
    await client.query(
      `insert into refund_numbers (out_refund_no, refund_id) select 'early-number', min(id) from refunds`,
    )
  },
  27: async (client) => {
    await client.query(
      'insert into early_returns (device_id, user_id, returned_at) select id, owner_id, now() from devices order by id limit 1',
    )
    await client.query(
      `insert into renewal_hold_uses (device_id, expires_at, order_id)
       select min(devices.id), now(), min(orders.id) from devices, orders`,
    )
    await client.query('insert into metered_stops (device_id, stopped_at) select min(id), now() from devices')
  },
  66: async (client) => {
    await client.query(
      `insert into invoice_titles (user_id, kind, name, tax_number, is_default, created_at, updated_at)
       select min(id), 'company', '公司', '9144030071526726XG', true, now(), now() from users`,
    )
    await client.query(
      `with invoice as (
         insert into invoices (user_id, state, amount_cents, title, invoice_number, pdf_bytes, created_at, updated_at, issued_at)
         select user_id, 'issued', 2900, $1, '12345678', 9, now(), now(), now()
         from orders order by id limit 1 returning id
       )
       insert into invoice_orders (invoice_id, order_id, amount_cents)
       select invoice.id, (select min(id) from orders), 2900 from invoice`,
      [earlyTitle],
    )
  },
  80: async (client) => {
    await client.query(
      `insert into price_changes (product_id, operator_name, valid_from, after)
       select min(id), 'early-owner', now(), '{"priceCents":4800,"oldPriceCents":5200,"firstPriceCents":2900}' from billable_products`,
    )
  },
}
