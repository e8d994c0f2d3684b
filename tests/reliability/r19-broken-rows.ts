import type { ProductPromise } from '@yunji/testkit/promise'
import { MINUTE_MS } from '../../apps/server/src/platform/clock.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../apps/server/src/testing/server-harness.ts'

const SHORT_ROWS = 5
const LONG_ROWS = 300
/** Against hanging; a job that ends takes seconds. */
const JOB_DEADLINE_MS = 120_000

interface World {
  readonly server: ServerHarness
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  readonly ownerId: number
  addDevice: ReturnType<typeof createDevices>['addDevice']
}

/** One job, the rows that it finds, and the writes by which one of them is made to fail. */
interface PoisonedJob {
  readonly job: string
  /** The name in the log, where work is shared by several jobs. */
  readonly loggedAs?: string
  /** `${table} ${event}`, as of a trigger. */
  readonly poisons: readonly string[]
  /** The column that tells which row is broken. */
  readonly column: string
  /** Writes rows that are due, the broken one first; answers what its column holds. */
  addRows(world: World, count: number): Promise<string>
  /** How many rows are still to be done. */
  left(world: World): Promise<number>
}

const countOf = async ({ query }: World, from: string): Promise<number> =>
  Number((await query(`select count(*)::int as count from ${from}`))[0]?.count)

const LONG_AGO = '2020-01-01T00:00:00Z'

/** Rows of a table that the job deletes; the first of them is broken. */
const deletes = (job: string, table: string, column: string, insert: string): PoisonedJob => ({
  job,
  poisons: [`${table} delete`],
  column,
  addRows: async ({ query, ownerId }, count) => {
    await query(insert.replaceAll('$owner', String(ownerId)).replaceAll('$count', String(count)))
    return String((await query(`select ${column}::text as broken from ${table} order by ${column} limit 1`))[0]?.broken)
  },
  left: (world) => countOf(world, table),
})

const SERIES = `generate_series(1, $count) as n`

/** Periodic jobs by name, each with every kind of row that it works on. */
const poisonedJobs: readonly PoisonedJob[] = [
  deletes(
    'maintenance.sweep',
    'sessions',
    'id',
    `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
     select sha256(n::text::bytea), $owner, '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'idempotency_keys',
    'key',
    `insert into idempotency_keys (user_id, call_path, key, request_hash, created_at)
     select $owner, '/x', 'old-key-' || n, sha256('x'), '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'tasks',
    'id',
    `insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
     select $owner, 'clean', 'failed', '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.smsCodes',
    'sms_codes',
    'mobile_phone',
    `insert into sms_codes (mobile_phone, purpose, code_hash, sent_at, expires_at)
     select '1' || n, 'login', sha256('x'), '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.page-days',
    'client_errors',
    'fingerprint',
    `insert into client_errors
     select 'f' || n, '', '', '', '', '', '', 1, '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.usage-days',
    'usage_hours',
    'hour',
    `insert into usage_hours
     select '${LONG_AGO}'::timestamptz + n * interval '1 hour', '', '', '', '', 1, 1, 1, 1 from ${SERIES}`,
  ),
  deletes(
    'verification.sweepPictures',
    'verification_pictures',
    'id',
    `insert into verification_pictures (id, user_id, size_bytes, created_at)
     select md5(n::text), $owner, 1, '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'messages.sweep',
    'messages',
    'id',
    `with counts as (insert into message_counts (user_id) values ($owner) on conflict do nothing)
     insert into messages (user_id, outbox_id, event, message_type, counter, read_at, created_at)
     select $owner, n, 'deviceReady', 2, 'creation', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  {
    job: 'verification.sealNumbers',
    loggedAs: 'verification.reseal',
    poisons: ['verifications update'],
    column: 'id',
    addRows: async ({ query, ownerId }, count) => {
      await query(
        `insert into verifications (user_id, kind, status, name, number, submitted_at, decided_at)
         select ${ownerId}, 1, 3, '名', '11010519491231002X', now(), now() from generate_series(1, ${count})`,
      )
      return String((await query('select min(id)::text as broken from verifications'))[0]?.broken)
    },
    left: (world) => countOf(world, `verifications where number not like 'v_.%'`),
  },
  {
    job: 'activation.resealCodes',
    loggedAs: 'activation.reseal',
    poisons: ['activation_codes update'],
    column: 'id',
    addRows: async ({ query, ownerId }, count) => {
      await query(
        `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
           config as (
             insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
             select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
           ), product as (
             insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config
             returning id
           ), bought as (
             insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method,
               created_at, expires_at, paid_at, ended_at)
             values (${ownerId}, 'codes', '激活码', 'fulfilled', '[]', 100, 100, '{}', 3, now(), now(), now(), now())
             returning id
           )
         insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
         select bought.id, ${ownerId}, product.id, sha256(n::text::bytea), 'CODE' || n, 0, now(), '2099-01-01'
         from bought, product, generate_series(1, ${count}) as n`,
      )
      return String((await query('select min(id)::text as broken from activation_codes'))[0]?.broken)
    },
    left: (world) => countOf(world, `activation_codes where sealed_code like 'CODE%'`),
  },
  {
    job: 'maintenance.eraseAccounts',
    poisons: ['users update'],
    column: 'id',
    addRows: async ({ query }, count) => {
      await query(
        `with gone as (
           insert into users (name, created_at) select '要走的人', now() from generate_series(1, ${count}) returning id
         )
         insert into account_deletions (user_id, requested_at, erases_at, next_try_at)
         select id, '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from gone`,
      )
      return String((await query('select min(user_id)::text as broken from account_deletions'))[0]?.broken)
    },
    left: (world) => countOf(world, `users where name = '要走的人'`),
  },
  {
    job: 'outbox.deliver',
    poisons: ['messages insert'],
    column: 'outbox_id',
    addRows: async ({ query, ownerId }, count) => {
      await query(
        `insert into outbox (key, event, user_id, facts, created_at)
         select 'poison-' || n, 'deviceReady', ${ownerId}, '{"deviceId":1,"deviceName":"机"}', now()
         from generate_series(1, ${count}) as n`,
      )
      return String((await query('select min(id)::text as broken from outbox where delivered_at is null'))[0]?.broken)
    },
    left: async (world) =>
      countOf(world, `outbox o where not exists (select 1 from messages m where m.outbox_id = o.id)`),
  },
  {
    job: 'messages.remind',
    poisons: ['outbox insert'],
    column: 'key',
    addRows: async ({ addDevice, ownerId, server, query }, count) => {
      const createdAt = new Date(server.clock.now().getTime() - 1_000_000_000)
      const expiresAt = new Date(server.clock.now().getTime() + 30 * MINUTE_MS)
      for (let index = 0; index < count; index += 1) await addDevice(ownerId, { createdAt, expiresAt })
      const [first] = await query('select min(id)::text as id from devices')
      return `deviceExpiring:${first?.id}:${expiresAt.getTime()}:${120 * MINUTE_MS}`
    },
    left: async (world) => (await countOf(world, 'devices')) - (await countOf(world, 'outbox')),
  },
]

const poison = async ({ query }: World, { poisons, column }: PoisonedJob, broken: string): Promise<void> => {
  for (const each of poisons) {
    const [table = '', event = ''] = each.split(' ')
    const row = event === 'insert' ? 'new' : 'old'
    await query(`
      create or replace function refuse_broken_row() returns trigger language plpgsql as $$
      begin
        if ${row}.${column}::text = '${broken}' then raise exception 'a broken row'; end if;
        return ${event === 'delete' ? 'old' : 'new'};
      end $$`)
    await query(
      `create trigger refuse_broken_row before ${event} on ${table} for each row execute function refuse_broken_row()`,
    )
  }
}

const endsInTime = (run: Promise<void>): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => resolve('did not end'), JOB_DEADLINE_MS)
  run.then(
    () => resolve(undefined),
    (error: unknown) => resolve(`gave up: ${String(error)}`),
  )
  return promise.finally(() => clearTimeout(timer))
}

const tryJob = async (poisoned: PoisonedJob, count: number): Promise<string[]> => {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const server = await startServerHarness({}, log)
  try {
    const query = async (text: string, values: readonly unknown[] = []) =>
      (await server.database.pool.query<Record<string, unknown>>(text, [...values])).rows
    const ownerId = await server.addUser('13900019000', null)
    const world: World = { server, query, ownerId, addDevice: createDevices(server).addDevice }
    const broken = await poisoned.addRows(world, count)
    await poison(world, poisoned, broken)
    const end = await endsInTime(server.runJob(poisoned.job))
    const left = await poisoned.left(world)
    const isSaid = lines.some(({ level, job }) => level === 50 && job === (poisoned.loggedAs ?? poisoned.job))
    return [
      ...(end ? [end] : []),
      ...(left === 1 ? [] : [`${left} of ${count} rows are left, and not the broken one alone`]),
      ...(isSaid ? [] : ['the log says nothing of it']),
    ]
  } finally {
    await server.stop()
  }
}

/** Jobs that come by themselves and work on no rows, or only look. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['ledger.audit'])
/** Shown by tests of their own, with a provider that fails for one of them. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['messages.send'])

const forgottenJobs = async (): Promise<string[]> => {
  const server = await startServerHarness()
  try {
    const known = new Set([...poisonedJobs.map(({ job }) => job), ...WITHOUT_ROWS, ...SHOWN_ELSEWHERE])
    return server.jobList.flatMap(({ name, schedule }) => (schedule && !known.has(name) ? [name] : []))
  } finally {
    await server.stop()
  }
}

export const promise: ProductPromise = {
  id: 'R19',
  name: 'r19_broken_rows',
  title: 'one broken row never stops the others: every periodic job goes on past it, says so, and ends',
  async run({ isLong, log }) {
    const violations = (await forgottenJobs()).map((name) => `${name}: nobody has said how one of its rows breaks`)
    for (const poisoned of poisonedJobs) {
      const wrong = await tryJob(poisoned, isLong ? LONG_ROWS : SHORT_ROWS)
      violations.push(...wrong.map((text) => `${poisoned.job} (${poisoned.poisons.join(', ')}): ${text}`))
    }
    log(`${poisonedJobs.length} jobs with a broken row`)
    return { rounds: poisonedJobs.length, violations }
  },
}
