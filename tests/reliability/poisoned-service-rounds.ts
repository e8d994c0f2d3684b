import { type BrokenRowsHarness, countOf, keysOf, LONG_AGO, type PoisonedWork } from './broken-rows-harness.ts'

const addTickets = async (
  harness: BrokenRowsHarness,
  count: number,
  state: 'answered' | 'closed',
): Promise<string[]> => {
  const time = state === 'closed' ? 'closed_at' : 'closes_at'
  await harness.query(
    `insert into service_tickets (user_id, kind, title, state, created_at, updated_at, ${time})
     select ${harness.ownerId}, 'other', '工单', '${state}', '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}'
     from generate_series(1, ${count})`,
  )
  return keysOf(harness, 'id', 'service_tickets')
}

const addUnsent = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await harness.query(
    `insert into service_pictures (id, user_id, type, size_bytes, created_at)
     select md5(n::text), ${harness.ownerId}, 'png', 1, '${LONG_AGO}' from generate_series(1, ${count}) as n`,
  )
  return keysOf(harness, 'id', 'service_pictures')
}

const addPictures = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await harness.query(
    `insert into content_pictures (name, size_bytes, created_at)
     select md5(n::text) || '.png', 1, '${LONG_AGO}' from generate_series(1, ${count}) as n`,
  )
  return keysOf(harness, 'name', 'content_pictures')
}

/** Periodic jobs of customer service and content, one entry for each kind of row. */
export const poisonedServiceRounds: readonly PoisonedWork[] = [
  {
    name: 'service.settleTickets',
    refuses: 'service_tickets update',
    column: 'id',
    pageSize: 200,
    addRows: (harness, count) => addTickets(harness, count, 'answered'),
    left: (harness) => countOf(harness, `service_tickets where state <> 'closed'`),
  },
  {
    name: 'service.sweep',
    refuses: 'service_tickets delete',
    column: 'id',
    pageSize: 200,
    addRows: (harness, count) => addTickets(harness, count, 'closed'),
    left: (harness) => countOf(harness, 'service_tickets'),
  },
  {
    name: 'service.sweep',
    refuses: 'service_pictures delete',
    column: 'id',
    pageSize: 200,
    addRows: addUnsent,
    left: (harness) => countOf(harness, 'service_pictures'),
  },
  {
    name: 'content.sweepPictures',
    refuses: 'content_pictures delete',
    column: 'name',
    pageSize: 100,
    addRows: addPictures,
    left: (harness) => countOf(harness, 'content_pictures'),
  },
]
