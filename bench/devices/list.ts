import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { type Client, withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { createLoggedIn } from '../../tests/support/accounts.ts'
import { type CallFields, callRequest } from '../../tests/support/call-request.ts'
import { compareServers, startServer } from '../load/compare-servers.ts'

const SIZES = { small: 10, medium: 1_000, large: 100_000 } as const
/** Other owners and their devices each. */
const OTHERS = { owners: 1_000, devices: 100 } as const
const LIMIT = 1.2
const ROUND = { requestsPerRound: 500 }

type Size = keyof typeof SIZES

interface Owner {
  readonly token: string
  readonly groupId: number
}

/** Filters with a full page for the smallest owner too, so that all answers have the same length. */
const pages: readonly { readonly name: string; readonly input: (owner: Owner) => CallFields }[] = [
  { name: 'device_list', input: () => ({}) },
  { name: 'device_group', input: ({ groupId }) => ({ groupId }) },
  { name: 'device_version', input: () => ({ version: 1 }) },
  { name: 'device_state', input: () => ({ state: 'running' }) },
]

/** Cost of a page for an owner of many devices, relative to one of ten. */
export const measureDeviceList = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    await migrate(postgres.url, await readMigrations(MIGRATIONS))
    const owners = await addOwners(postgres.url)
    const server = await startServer(new URL('list-server.ts', import.meta.url), [postgres.url, join(folder, 'log')])
    const target = { port: server.port, pids: [server.pid, postgres.pid() ?? 0] }
    const figures: Figure[] = []
    for (const { name, input } of pages) {
      const requestsOf = (size: Size) => {
        const request = callRequest(getDeviceList, input(owners[size]), { token: owners[size].token })
        return { ...target, requests: [formatRequest(request).toString('latin1')] }
      }
      const targets = { small: requestsOf('small'), medium: requestsOf('medium'), large: requestsOf('large') }
      const rates = await compareServers(targets, [], ROUND)
      for (const size of ['medium', 'large'] as const) {
        const ratio = median(rates.map((round) => round.small / round[size]))
        figures.push(atMost(`${name}_${SIZES[size]}_cost_ratio`, ratio, LIMIT))
      }
    }
    server.child.kill()
    return figures
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const addOthers = async (client: Client): Promise<void> => {
  await client.query(
    `insert into users (mobile_phone, name, created_at)
     select (17000000000 + n)::text, '旧客 ' || n, now() from generate_series(1, $1::int) n`,
    [OTHERS.owners],
  )
  await client.query(
    `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons, expires_at,
       state, created_at)
     select g.user_id, g.id, zones.id, '云手机 ' || n, 3, '10/B', 7, 'bench-' || g.user_id || '-' || n, '{1,2,3}',
       now() + interval '30 days', 'running', now()
     from zones, generate_series(1, $1::int) n, device_groups g join users u on u.id = g.user_id
     where g.is_default and u.mobile_phone like '17%'`,
    [OTHERS.devices],
  )
}

/** One owner of each size. One of a hundred devices is stopped, and one of a hundred is in another group. */
const addOwners = async (url: string): Promise<Readonly<Record<Size, Owner>>> => {
  const people = await createLoggedIn(url, Object.keys(SIZES).length)
  return withClient(url, async (client) => {
    await client.query(`insert into zones (code, name, created_at) values ('bench', '华东', now())`)
    const owners = {} as Record<Size, Owner>
    for (const [index, size] of (Object.keys(SIZES) as Size[]).entries()) {
      const { userId = 0, token = '' } = people[index] ?? {}
      const { rows } = await client.query<{ id: string }>(
        `with other as (
           insert into device_groups (user_id, name, created_at) values ($1, '其他', now()) returning id
         ), main as (select id from device_groups where user_id = $1 and is_default),
         made as (
           insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons,
             expires_at, state, created_at)
           select $1, case when n % 100 = 50 then other.id else main.id end, zones.id, '云手机 ' || n, 3,
             case when n % 100 = 60 then '10/H' else '10/B' end, 7, 'bench-' || $1 || '-' || n, '{1,2,3}',
             now() + interval '30 days', case when n % 100 = 70 then 'stopped' else 'running' end, now()
           from zones, other, main, generate_series(1, $2::int) n
         )
         select id from main`,
        [userId, SIZES[size]],
      )
      owners[size] = { token, groupId: Number(rows[0]?.id) }
    }
    await addOthers(client)
    await client.query('vacuum analyze')
    return owners
  })
}
