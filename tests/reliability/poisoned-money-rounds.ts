import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transfer } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { DAY_MS, later } from '../../apps/server/src/platform/clock.ts'
import {
  addDevices,
  addOrders,
  addProduct,
  type BrokenRowsHarness,
  countOf,
  giveToOthers,
  keysOf,
  LONG_AGO,
  type PoisonedWork,
} from './broken-rows-harness.ts'

const addPayments = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await addOrders(harness, count, 'refunding')
  await harness.query(
    `insert into payments (order_id, provider, scene, out_trade_no, amount_cents, created_at, expires_at)
     select id, 'alipay', 'h5', 'yj' || id || 'a', 100, '${LONG_AGO}', '${LONG_AGO}' from orders`,
  )
  return keysOf(harness, 'id', 'payments')
}

const addMetered = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  const { server, ownerId: userId } = harness
  const accounts = { from: { kind: 'alipay' }, to: { userId, kind: 'beans' } } as const
  await server.database.db.transaction((tx) =>
    transfer(tx, { key: 'beans', reason: 'recharge', ...accounts, amountCents: 1_000_000 }, server.clock.now()),
  )
  return addDevices(harness, count, {
    isMetered: true,
    productId: await addProduct(harness),
    expiresAt: new Date(LONG_AGO),
  })
}

const tradesFolder = ({ server }: BrokenRowsHarness): string => join(server.dataDir, 'cashier', 'trades')

/** Periodic jobs about orders, payments and stock, one entry for each kind of row. */
export const poisonedMoneyRounds: readonly PoisonedWork[] = [
  {
    name: 'orders.expire',
    refuses: 'orders update',
    column: 'id',
    addRows: (harness, count) => addOrders(harness, count, 'pending'),
    left: (harness) => countOf(harness, `orders where state = 'pending'`),
  },
  {
    name: 'orders.settleOverdue',
    refuses: 'orders update',
    column: 'id',
    addRows: (harness, count) => addOrders(harness, count, 'paid'),
    left: (harness) => countOf(harness, `orders where state = 'paid'`),
  },
  {
    name: 'stock.announce',
    refuses: 'stock_waits delete',
    column: 'id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await addProduct(harness)
      await addDevices(harness, count)
      await giveToOthers(harness)
      await harness.query(
        `insert into zone_stock (zone_id, config_id, capacity)
         select z.id, c.id, 5 from (select min(id) as id from zones) z, goods_configurations c`,
      )
      await harness.query(
        `insert into stock_waits (user_id, config_id, created_at, expires_at)
         select d.owner_id, c.id, '${LONG_AGO}', '2099-01-01' from devices d, goods_configurations c`,
      )
      return keysOf(harness, 'id', 'stock_waits')
    },
    left: (harness) => countOf(harness, 'stock_waits'),
  },
  {
    name: 'stock.announce',
    refuses: 'stock_waits delete',
    column: 'id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await addProduct(harness)
      await addDevices(harness, count)
      await giveToOthers(harness)
      await harness.query(
        `insert into zone_stock (zone_id, config_id, capacity)
         select z.id, c.id, 50 from (select min(id) as id from zones) z, goods_configurations c`,
      )
      await harness.query(
        `insert into stock_waits (user_id, config_id, is_for_trial, created_at, expires_at)
         select d.owner_id, c.id, true, '${LONG_AGO}', '2099-01-01' from devices d, goods_configurations c`,
      )
      return keysOf(harness, 'id', 'stock_waits')
    },
    left: (harness) => countOf(harness, 'stock_waits'),
  },
  {
    name: 'changes.endLost',
    refuses: 'device_changes update',
    column: 'id',
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      const productId = await addProduct(harness)
      await harness.query(
        `with target as (
           insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
           select good_id, 8, 8, 128, version, image_types, supplier_type from goods_configurations limit 1 returning id
         )
         insert into device_changes (device_id, user_id, from_config_id, to_config_id, product_id, value_cents, paid_cents,
           bought_seconds, quoted_at, created_at)
         select d.id, d.owner_id, p.config_id, target.id, p.id, 0, 0, 3600, '${LONG_AGO}', '${LONG_AGO}'
         from devices d, target, billable_products p where p.id = ${productId}`,
      )
      return keysOf(harness, 'id', 'device_changes')
    },
    left: (harness) => countOf(harness, 'device_changes where ended_at is null'),
  },
  {
    name: 'devices.meterHours',
    refuses: 'devices update',
    column: 'id',
    pageSize: 200,
    addRows: addMetered,
    left: (harness) => countOf(harness, `devices where expires_at < ${harness.now}`),
  },
  {
    name: 'payments.reconcile',
    refuses: 'payments update',
    column: 'id',
    pageSize: 64,
    addRows: addPayments,
    left: (harness) => countOf(harness, `payments where state = 'waiting'`),
  },
  {
    name: 'bills.reconcile',
    refuses: 'bills update',
    column: 'day',
    pageSize: 64,
    addRows: async (harness, count) => {
      await harness.query(
        `insert into bills (provider, day, state, source, read_at, due_at)
         select 'alipay', date '2020-01-01' + n::int, 'read', 'import', '${LONG_AGO}', '${LONG_AGO}'
         from generate_series(1, ${count}) n`,
      )
      return keysOf(harness, 'day', 'bills')
    },
    left: (harness) => countOf(harness, `bills where due_at = '${LONG_AGO}'`),
  },
  {
    name: 'refunds.request',
    refuses: 'refunds update',
    column: 'id',
    pageSize: 64,
    addRows: async (harness, count) => {
      await addPayments(harness, count)
      await harness.query(
        `with paid as (update payments set state = 'paid', transaction_id = id::text, paid_at = '${LONG_AGO}' returning *)
         insert into refunds (payment_id, order_id, key, out_refund_no, amount_cents, created_at, ask_at, asks)
         select id, order_id, 'refund-' || id, 'refund' || id, 100, '${LONG_AGO}', '${LONG_AGO}', 1 from paid`,
      )
      return keysOf(harness, 'id', 'refunds')
    },
    left: (harness) => countOf(harness, `refunds where state = 'waiting'`),
  },
  {
    name: 'cashier.sendNotices',
    addRows: async (harness, count) => {
      await mkdir(tradesFolder(harness), { recursive: true })
      const names = Array.from({ length: count }, (_, index) => `alipay-trade-${1000 + index}.json`)
      // The last retry of the notice.
      const notices = [{ id: 'n', kind: 'payment', tries: 99, nextAt: LONG_AGO }]
      for (const [index, name] of names.entries()) {
        const trade = { protocol: 'alipay', outTradeNo: `trade-${1000 + index}`, notifyUrl: '/nowhere', notices }
        await writeFile(join(tradesFolder(harness), name), JSON.stringify(trade))
      }
      return names
    },
    breakRows: async (harness, names) => {
      for (const name of names) await writeFile(join(tradesFolder(harness), name), '{"protocol":"ali')
    },
    left: async (harness) => {
      const folder = tradesFolder(harness)
      const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
      return texts.filter((text) => !text.includes('"notices":[]')).length
    },
  },
  {
    name: 'renewals.auto',
    refuses: 'auto_renewals update',
    column: 'device_id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addDevices(harness, count, { expiresAt: later(harness.server.clock.now(), 300 * DAY_MS) })
      const productId = await addProduct(harness)
      await harness.query(
        `insert into auto_renewals (device_id, user_id, product_id, pay_method, next_try_at, created_at)
         select id, owner_id, ${productId}, 3, '${LONG_AGO}', '${LONG_AGO}' from devices`,
      )
      return keysOf(harness, 'device_id', 'auto_renewals')
    },
    left: (harness) => countOf(harness, `auto_renewals where next_try_at < ${harness.now}`),
  },
]
