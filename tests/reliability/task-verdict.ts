import type { Database } from '../../apps/server/src/platform/database.ts'

type Pool = Database['pool']

interface Kill {
  readonly pid: number
  readonly at: Date
}

const rowsOf = async (pool: Pool, question: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await pool.query<{ what: string }>(question, values)
  return rows.map(({ what }) => what)
}

/** Seconds from a kill until another worker took up its tasks. */
export const takenUpSeconds = async (pool: Pool, kills: readonly Kill[]): Promise<number[]> => {
  const seconds: number[] = []
  for (const { pid, at } of kills) {
    const { rows } = await pool.query<{ seconds: number }>(
      `select extract(epoch from min(next.asked_at) - $2::timestamptz)::float8 as seconds
       from (select distinct regexp_replace(key, '-[0-9]+$', '') as part from supplier_requests where pid = $1) held
       join supplier_requests next on regexp_replace(next.key, '-[0-9]+$', '') = held.part
       where next.pid <> $1 and next.asked_at > $2
       group by held.part`,
      [pid, at],
    )
    seconds.push(...rows.map((row) => row.seconds))
  }
  return seconds
}

/** Differences from a run without kills. */
export const findViolations = async (pool: Pool): Promise<string[]> => [
  ...(await rowsOf(
    pool,
    `select format('%s task %s ended %s', kind, id, state) as what from tasks
     where state is distinct from case kind when 'deepClean' then 'succeeded' else 'failed' end`,
  )),
  // One effect for each step of a successful task, none for a failed one.
  ...(await rowsOf(
    pool,
    `select format('step %s of %s task %s has %s effects', s.n, t.kind, t.id, count(e.key)) as what
     from tasks t join task_parts p on p.task_id = t.id cross join generate_series(0, 2) s(n)
     left join supplier_effects e on e.key = format('task-%s-%s-%s', t.id, p.id, s.n)
     group by t.id, p.id, s.n
     having count(e.key) <> case t.kind when 'deepClean' then 1 else 0 end`,
  )),
  // A step is repeated only by a worker that takes it over.
  ...(await rowsOf(
    pool,
    `select format('%s was asked for %s times by one worker', key, count(*)) as what from supplier_requests
     group by key, direction, pid having count(*) > 1`,
  )),
  ...(await rowsOf(
    pool,
    `select format('%s went %s again after %s', later.key, later.direction, earlier.key) as what
     from supplier_requests earlier join supplier_requests later
       on regexp_replace(earlier.key, '-[0-9]+$', '') = regexp_replace(later.key, '-[0-9]+$', '')
       and earlier.direction = later.direction and later.id > earlier.id
     where case earlier.direction when 'forward' then later.key < earlier.key else later.key > earlier.key end`,
  )),
  ...(await rowsOf(
    pool,
    `select format('device %s was settled %s times and is %s', id, state_count, state) as what from devices
     where state_count <> 1 or state not in ('running', 'faulty')`,
  )),
  ...(await rowsOf(
    pool,
    `select format('task %s is told of %s times', t.id, count(o.id)) as what
     from tasks t left join outbox o on o.key like format('task-%s-%%', t.id)
     group by t.id having count(o.id) <> 1`,
  )),
]
