import { createDevices } from '../../apps/server/src/testing/devices.ts'
import {
  addDevices,
  addProduct,
  type BrokenRowsHarness,
  countOf,
  giveToOthers,
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

/** Trial phones of different people, at their end. */
const addEndedTrials = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  const ids = await addDevices(harness, count)
  await giveToOthers(harness)
  await harness.query(`update devices set is_trial = true, expires_at = '${LONG_AGO}'`)
  return ids
}

const zoneCodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `zone-${String(index).padStart(4, '0')}`)

/** Periodic jobs about devices and their owners, one entry for each kind of row. */
export const poisonedDeviceRounds: readonly PoisonedWork[] = [
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
    name: 'devices.sweep',
    refuses: 'devices update',
    column: 'id',
    addRows: addEndedTrials,
    left: (harness) => countOf(harness, `devices where state <> 'released'`),
  },
  {
    name: 'devices.sweep',
    refuses: 'outbox insert',
    column: 'user_id',
    addRows: (harness, count) => addEndedTrials(harness, count).then(() => keysOf(harness, 'owner_id', 'devices')),
    left: (harness) => countOf(harness, `devices where state <> 'released'`),
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
    name: 'moves.endLost',
    refuses: 'device_moves update',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addDevices(harness, count, { state: 'changingZone', stateDeadline: new Date('2099-01-01') })
      await addProduct(harness)
      await harness.query(
        `insert into zone_stock (zone_id, config_id, capacity, rented)
         select z.id, c.id, ${count}, ${count} from (select min(id) as id from zones) z, goods_configurations c`,
      )
      await harness.query(
        `insert into device_moves (device_id, user_id, kind, from_zone_id, to_zone_id, config_id, keeps_data, cost_beans,
           created_at)
         select d.id, d.owner_id, 'zone', d.zone_id, s.zone_id, s.config_id, true, 0, '${LONG_AGO}'
         from devices d, zone_stock s`,
      )
      return keysOf(harness, 'id', 'device_moves')
    },
    left: (harness) => countOf(harness, 'device_moves where ended_at is null'),
  },
  {
    name: 'updates.endLost',
    refuses: 'devices update',
    column: 'id',
    pageSize: 100,
    addRows: (harness, count) =>
      addDevices(harness, count, { state: 'updating', stateDeadline: new Date('2099-01-01') }),
    left: (harness) => countOf(harness, `devices where state = 'updating'`),
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
    name: 'availability.recordOutages',
    refuses: 'device_interruptions insert',
    column: 'device_id',
    addRows: async (harness, count) => {
      const ids = await addDevices(harness, count)
      await harness.query(`update devices set first_started_at = '${LONG_AGO}'`)
      await harness.query(
        `insert into zone_outages (supplier_type, zone_id, started_at, ended_at)
         select distinct supplier_type, zone_id, ${harness.now} - interval '1 hour', ${harness.now} from devices`,
      )
      return ids
    },
    left: async (harness) => (await countOf(harness, 'devices')) - (await countOf(harness, 'device_interruptions')),
  },
  {
    name: 'availability.settle',
    refuses: 'device_interruptions update',
    column: 'device_id',
    addRows: async (harness, count) => {
      const ids = await addDevices(harness, count)
      await harness.query(
        `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at)
         select id, owner_id, zone_id, 'zone', 'ours', ${harness.now} - interval '1 hour', ${harness.now} from devices`,
      )
      return ids
    },
    left: (harness) => countOf(harness, 'device_interruptions where settled_at is null'),
  },
  {
    name: 'devices.checkPhones',
    refuses: 'attached_phones update',
    column: 'id',
    pageSize: 200,
    addRows: async (harness, count) => {
      await harness.query(
        `insert into attached_phones (host, resolved_host, port, checked_at, attached_at)
         select '10.0.0.7', '10.0.0.7', n, '${LONG_AGO}', '${LONG_AGO}' from generate_series(1, $1) as n`,
        [count],
      )
      return keysOf(harness, 'id', 'attached_phones')
    },
    left: (harness) => countOf(harness, `attached_phones where checked_at = '${LONG_AGO}'`),
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

/** Periodic jobs without rows; a broken object of the last one stands in its own test. */
export const ROUNDS_WITHOUT_ROWS: ReadonlySet<string> = new Set(['jobs.watchDeadLetters', 'space.sweepLeftovers'])
