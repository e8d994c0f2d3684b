import { type BrokenRowsHarness, countOf, keysOf, LONG_AGO, type PoisonedWork } from './broken-rows-harness.ts'

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
]
