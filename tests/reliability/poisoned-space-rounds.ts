import {
  addDevices,
  type BrokenRowsHarness,
  countOf,
  giveToOthers,
  keysOf,
  LONG_AGO,
  type PoisonedWork,
} from './broken-rows-harness.ts'

const charge = ({ query, ownerId }: BrokenRowsHarness, column: string, bytes: number) =>
  query(`insert into space_usage (user_id, ${column}) values (${ownerId}, ${bytes})`)

/** Uploads that nobody went on with. */
const addUploads = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await charge(harness, 'file_bytes', count)
  await harness.query(
    `insert into space_uploads (id, user_id, name, size_bytes, created_at, expires_at)
     select md5(n::text), ${harness.ownerId}, n || '.bin', 1, '${LONG_AGO}', '${LONG_AGO}'
     from generate_series(1, ${count}) as n`,
  )
  return keysOf(harness, 'id', 'space_uploads')
}

/** Files whose time in the trash is over, each with a content of its own. */
const addTrash = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await charge(harness, 'trash_bytes', count)
  await harness.query(
    `with content as (
       insert into space_objects (id, user_id, content_hash, size_bytes, counted_as)
       select md5('content' || n), ${harness.ownerId}, encode(sha256(n::text::bytea), 'hex'), 1, 'trash'
       from generate_series(1, ${count}) as n returning id, user_id
     )
     insert into space_files (id, user_id, object_id, name, kind, created_at, trashed_at)
     select md5('file' || id), user_id, id, id || '.bin', 'other', '${LONG_AGO}', '${LONG_AGO}' from content`,
  )
  return keysOf(harness, 'id', 'space_files')
}

/** Pieces of nothing. */
const addGarbage = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await harness.query(
    `insert into space_parts (id, user_id, position, size_bytes, created_at)
     select md5(n::text), ${harness.ownerId}, 0, 1, '${LONG_AGO}' from generate_series(1, ${count}) as n`,
  )
  return keysOf(harness, 'id', 'space_parts')
}

/** Accounts that keep more than their quota. */
const addOver = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await harness.query(
    `with made as (
       insert into users (name, mobile_phone, created_at)
       select '满', (13500000000 + n)::text, ${harness.now} from generate_series(1, ${count}) as n returning id
     )
     insert into space_usage (user_id, file_bytes) select id, 2147483648 from made`,
  )
  return keysOf(harness, 'user_id', 'space_usage')
}

const sweeps = (table: string, addRows: PoisonedWork['addRows']): PoisonedWork => ({
  name: 'space.sweepFiles',
  refuses: `${table} delete`,
  column: 'id',
  pageSize: 200,
  addRows,
  left: (harness) => countOf(harness, table),
})

/** Periodic jobs about cloud space, one entry for each kind of row. */
export const poisonedSpaceRounds: readonly PoisonedWork[] = [
  sweeps('space_uploads', addUploads),
  sweeps('space_files', addTrash),
  sweeps('space_parts', addGarbage),
  {
    name: 'space.settleOver',
    refuses: 'space_usage update',
    column: 'user_id',
    pageSize: 200,
    addRows: addOver,
    left: (harness) => countOf(harness, 'space_usage where over_since is null'),
  },
  {
    name: 'space.beginLastBackups',
    refuses: 'tasks insert',
    column: 'owner_id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addDevices(harness, count, { state: 'expired', stateDeadline: new Date('2099-01-01') })
      await giveToOthers(harness)
      await harness.query(`update devices set first_started_at = '${LONG_AGO}'`)
      return keysOf(harness, 'owner_id', 'devices')
    },
    left: (harness) => countOf(harness, 'devices where id not in (select device_id from task_parts)'),
  },
  {
    name: 'space.sweepBackups',
    refuses: 'backups delete',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await harness.query(
        `insert into backups (user_id, device_id, device_name, state, origin, part_id, attempt, trashed_at, delete_at, created_at)
         select owner_id, id, name, 'trashed', 'manual', id, 1, '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from devices`,
      )
      return keysOf(harness, 'id', 'backups')
    },
    left: (harness) => countOf(harness, 'backups'),
  },
  {
    name: 'space.planDrills',
    refuses: 'restore_drills delete',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await harness.query(
        `insert into restore_drills (backup_id, device_id, supplier_type, zone_id, config_id, phone_id, began_at)
         select n, n, 1, 1, 1, 'drill-' || n, '${LONG_AGO}' from generate_series(1, ${count}) n`,
      )
      return keysOf(harness, 'id', 'restore_drills')
    },
    left: (harness) => countOf(harness, 'restore_drills'),
  },
  {
    name: 'space.sweepBackups',
    refuses: 'backup_packs delete',
    column: 'id',
    pageSize: 100,
    addRows: async (harness, count) => {
      await harness.query(
        `insert into backup_packs (raw_bytes, stored_bytes, checksum, created_at)
         select 9, 9, '', '${LONG_AGO}' from generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'backup_packs')
    },
    left: (harness) => countOf(harness, 'backup_packs'),
  },
]
