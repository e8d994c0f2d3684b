import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { transfer } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { DAY_MS, later } from '../../apps/server/src/platform/clock.ts'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import {
  addDevices,
  addOrders,
  addProduct,
  type BrokenRowsHarness,
  countOf,
  keysOf,
  LONG_AGO,
  type PoisonedWork,
} from './broken-rows-harness.ts'

const past = new Date(LONG_AGO)

/** Overdue tasks of one device each. */
const addParts = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await addDevices(harness, count, { state: 'rebooting', stateDeadline: new Date('2099-01-01') })
  await harness.query(
    `with made as (
       insert into tasks (owner_id, kind, state, created_at, deadline_at)
       select owner_id, 'reboot', 'working', '${LONG_AGO}', '${LONG_AGO}' from devices returning id
     ), numbered as (select id, row_number() over (order by id) as place from made),
     busy as (select *, row_number() over (order by id) as place from devices)
     insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, deadline_at)
     select numbered.id, busy.id, busy.name, busy.state_count, 'running', 'working', '${LONG_AGO}'
     from numbered join busy using (place)`,
  )
  return keysOf(harness, 'id', 'task_parts')
}

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
  return addDevices(harness, count, { isMetered: true, productId: await addProduct(harness), expiresAt: past })
}

/** Each device gets an owner of its own. */
const giveToOthers = async ({ query }: BrokenRowsHarness): Promise<void> => {
  await query(
    `with made as (insert into users (name, created_at) select '用户', '${LONG_AGO}' from devices returning id),
       numbered as (select id, row_number() over (order by id) as place from made),
       placed as (select id, row_number() over (order by id) as place from devices)
     update devices d set owner_id = n.id, expires_at = '2099-01-01'
     from placed p join numbered n using (place) where d.id = p.id`,
  )
}

/** Schedules of a tag that no device has. */
const addSchedules = ({ query, ownerId }: BrokenRowsHarness, count: number, nextAt: string) =>
  query(
    `insert into device_schedules (owner_id, kind, target, tag, repeat, run_time, next_at, created_at)
     select ${ownerId}, 'reboot', 'tag', '无', 'daily', '03:00', ${nextAt}::timestamptz, '${LONG_AGO}'
     from generate_series(1, ${count})`,
  )

/** Phones of replaced devices whose quarantine is over. */
const addQuarantined = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await addDevices(harness, count)
  await harness.query(
    `insert into quarantined_phones (device_id, owner_id, supplier_type, phone_id, zone_id, has_place, quarantined_at, erases_at)
     select id, owner_id, supplier_type, 'old-' || phone_id, zone_id, false, '${LONG_AGO}', '${LONG_AGO}' from devices`,
  )
  return keysOf(harness, 'id', 'quarantined_phones')
}

const tradesFolder = ({ server }: BrokenRowsHarness): string => join(server.dataDir, 'cashier', 'trades')

/** Waits for all answers, failures included. */
const sendAll = async (count: number, send: (index: number) => Promise<unknown>): Promise<void> => {
  await Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

const zoneCodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `zone-${String(index).padStart(4, '0')}`)

/** Periodic jobs of the server, one entry for each kind of row. */
export const poisonedRounds: readonly PoisonedWork[] = [
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
    name: 'devices.sweep',
    refuses: 'devices update',
    column: 'id',
    pageSize: 200,
    addRows: (harness, count) => addDevices(harness, count, { state: 'rebooting', stateDeadline: past }),
    left: (harness) => countOf(harness, `devices where state = 'rebooting'`),
  },
  {
    name: 'devices.sweep',
    refuses: 'devices update',
    column: 'id',
    addRows: (harness, count) => addDevices(harness, count, { expiresAt: past }),
    left: (harness) => countOf(harness, `devices where state = 'running'`),
  },
  {
    name: 'tasks.sweep',
    refuses: 'task_parts update',
    column: 'id',
    pageSize: 200,
    addRows: addParts,
    left: (harness) => countOf(harness, 'task_parts where ended_at is null'),
  },
  {
    name: 'devices.endQuarantines',
    refuses: 'quarantined_phones delete',
    column: 'id',
    addRows: addQuarantined,
    left: (harness) => countOf(harness, 'quarantined_phones'),
  },
  {
    name: 'devices.expireTransfers',
    refuses: 'device_transfers update',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await harness.query(
        `with sent as (
           insert into device_transfers (from_user_id, to_phone, created_at, expires_at)
           select owner_id, '13900019999', '${LONG_AGO}', '${LONG_AGO}' from devices returning id
         ), numbered as (select id, row_number() over (order by id) as place from sent),
         offered as (select *, row_number() over (order by id) as place from devices)
         insert into device_transfer_items (transfer_id, device_id, device_name, goods_level)
         select numbered.id, offered.id, offered.name, offered.goods_level from numbered join offered using (place)`,
      )
      return keysOf(harness, 'id', 'device_transfers')
    },
    left: (harness) => countOf(harness, `device_transfers where state = 'waiting'`),
  },
  {
    name: 'devices.keepAlive',
    refuses: 'kept_alive_apps update',
    column: 'device_id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await harness.query(`insert into kept_alive_apps (device_id, package_name) select id, 'com.example' from devices`)
      return keysOf(harness, 'device_id', 'kept_alive_apps')
    },
    left: (harness) => countOf(harness, 'kept_alive_apps where seen_state_count < 0'),
  },
  {
    name: 'devices.expireGrants',
    refuses: 'device_grants update',
    column: 'id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await harness.query(
        `insert into device_grants (device_id, grantee_phone, access, state, expires_at, created_at)
         select id, '13900019998', 'view', 'waiting', '${LONG_AGO}', '${LONG_AGO}' from devices`,
      )
      return keysOf(harness, 'id', 'device_grants')
    },
    left: (harness) => countOf(harness, `device_grants where state = 'waiting'`),
  },
  {
    name: 'devices.mergeCounts',
    refuses: 'device_counts delete',
    column: 'owner_id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await harness.query(
        `insert into device_counts (owner_id, group_id, version, state, change)
         select n, 1, '10/B', 'running', 1 from generate_series(1, $1::int) n, generate_series(1, 2)`,
        [count],
      )
      return keysOf(harness, 'owner_id', '(select distinct owner_id from device_counts) counted')
    },
    left: (harness) => countOf(harness, '(select distinct owner_id from device_counts where not is_merged) changed'),
  },
  {
    name: 'devices.runSchedules',
    refuses: 'device_schedules update',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addSchedules(harness, count, `'${LONG_AGO}'`)
      return keysOf(harness, 'id', 'device_schedules')
    },
    left: (harness) => countOf(harness, `device_schedules where next_at < ${harness.now}`),
  },
  {
    name: 'devices.runSchedules',
    refuses: 'device_schedule_runs update',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addSchedules(harness, count, 'null')
      await harness.query(
        `insert into device_schedule_runs (schedule_id, due_at, state, started_at)
         select id, '${LONG_AGO}', 'open', '${LONG_AGO}' from device_schedules`,
      )
      return keysOf(harness, 'id', 'device_schedule_runs')
    },
    left: (harness) => countOf(harness, 'device_schedule_runs where ended_at is null'),
  },
  {
    name: 'devices.announceFaults',
    refuses: 'device_fault_alerts insert',
    column: 'owner_id',
    addRows: async (harness, count) => {
      await addDevices(harness, count, { state: 'faulty', faultySince: past, stateDeadline: new Date('2099-01-01') })
      await giveToOthers(harness)
      return keysOf(harness, 'owner_id', 'devices')
    },
    left: (harness) => countOf(harness, 'devices where id not in (select device_id from device_fault_alerts)'),
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
    name: 'messages.digest',
    refuses: 'outbox insert',
    column: 'user_id',
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await giveToOthers(harness)
      await harness.query(`update users set created_at = '${LONG_AGO}'`)
      return keysOf(harness, 'owner_id', 'devices')
    },
    left: (harness) =>
      countOf(harness, `devices where owner_id not in (select user_id from outbox where event = 'weeklyDigest')`),
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
    name: 'devices.releaseStopped',
    loggedAs: 'devices.noteMeteredStops',
    refuses: 'metered_stops insert',
    column: 'device_id',
    addRows: (harness, count) => addDevices(harness, count, { isMetered: true, state: 'stopped' }),
    left: (harness) => countOf(harness, 'devices where id not in (select device_id from metered_stops)'),
  },
  {
    name: 'devices.releaseStopped',
    refuses: 'metered_stops delete',
    column: 'device_id',
    addRows: async (harness, count) => {
      await addDevices(harness, count, { isMetered: true, state: 'stopped' })
      await harness.query(`insert into metered_stops select id, '${LONG_AGO}', '${LONG_AGO}' from devices`)
      return keysOf(harness, 'device_id', 'metered_stops')
    },
    left: (harness) => countOf(harness, 'metered_stops'),
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
    name: 'refunds.request',
    refuses: 'refunds update',
    column: 'id',
    pageSize: 64,
    addRows: async (harness, count) => {
      await addPayments(harness, count)
      await harness.query(
        `with paid as (update payments set state = 'paid', transaction_id = id::text, paid_at = '${LONG_AGO}' returning *)
         insert into refunds (payment_id, order_id, key, out_refund_no, amount_cents, created_at, ask_at)
         select id, order_id, 'refund-' || id, 'refund' || id, 100, '${LONG_AGO}', '${LONG_AGO}' from paid`,
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
  {
    name: 'devices.switchPower',
    refuses: 'devices update',
    column: 'id',
    pageSize: 200,
    addRows: (harness, count) => addDevices(harness, count, { state: 'stopped' }),
    left: (harness) => countOf(harness, 'devices where is_power_on'),
  },
  {
    name: 'devices.switchPower',
    refuses: 'quarantined_phones update',
    column: 'id',
    pageSize: 200,
    addRows: addQuarantined,
    left: (harness) => countOf(harness, 'quarantined_phones where is_power_on'),
  },
  {
    name: 'devices.checkHealth',
    refuses: 'devices update',
    column: 'id',
    // Every third run checks the next page of all devices.
    runs: 7,
    addRows: (harness, count) => addDevices(harness, count, { state: 'faulty', stateDeadline: new Date('2099-01-01') }),
    left: (harness) => countOf(harness, `devices where state = 'faulty'`),
  },
  {
    name: 'devices.checkHealth',
    refuses: 'zone_sightings insert',
    column: 'zone_id',
    runs: 7,
    addRows: async (harness, count) => {
      const make = createDevices(harness.server)
      const codes = zoneCodes(count)
      await harness.query(
        `insert into zones (code, name, created_at) select code, code, now() from unnest($1::text[]) as code`,
        [codes],
      )
      const zoneIds = await keysOf(harness, 'id', `zones where code like 'zone-%'`)
      for (const zoneId of zoneIds) await make.addDevice(harness.ownerId, { zoneId: Number(zoneId) })
      return zoneIds
    },
    left: async (harness) => (await countOf(harness, 'devices')) - (await countOf(harness, 'zone_sightings')),
  },
]

const PAGE_VIEW = { event: 'view', page: 'pages/home/index', client: 'h5', terminalType: 'web', channel: '' }

/** Requests whose rows are written in batches. */
export const poisonedBatches: readonly PoisonedWork[] = [
  {
    name: 'usage logs',
    loggedAs: 'usage-logs.write',
    refuses: 'usage_logs insert',
    column: 'log_id',
    mostBroken: 5,
    addRows: async (_harness, count) => Array.from({ length: count }, (_, index) => `log-${index}`),
    run: async (harness) => {
      const { token } = await createDevices(harness.server).addPerson()
      await sendAll(await logsOf(harness), (index) =>
        harness.server.post(saveUserUsageLog.path, { logId: `log-${index}` }, { token }),
      )
    },
    left: async (harness) => (await logsOf(harness)) - (await countOf(harness, 'usage_logs')),
  },
  {
    name: 'page logs',
    loggedAs: 'page-logs.write',
    refuses: 'page_logs insert',
    column: 'version',
    mostBroken: 5,
    addRows: async (_harness, count) => Array.from({ length: count }, (_, index) => `1.0.${index}`),
    run: async (harness) =>
      sendAll(await logsOf(harness), (index) =>
        harness.server.app.inject({
          method: 'POST',
          url: sideRoutes.pageLog.path,
          remoteAddress: `198.19.${index >> 8}.${index & 255}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...PAGE_VIEW, version: `1.0.${index}` }).toString(),
        }),
      ),
    left: async (harness) => (await logsOf(harness)) - (await countOf(harness, 'page_logs')),
  },
]

const logsOf = (harness: BrokenRowsHarness): Promise<number> => countOf(harness, 'poisoned_rows')

/** Periodic jobs that only read. */
export const ROUNDS_WITHOUT_ROWS: ReadonlySet<string> = new Set(['jobs.watchDeadLetters'])
