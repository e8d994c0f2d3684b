import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import type { Tx } from '../../../platform/database.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { beginAppTask } from './begin-app-task.ts'

const server = await useServer()
const make = createDevices(server)
const { db, pool } = server.database

afterEach(() => vi.restoreAllMocks())

class RolledBack extends Error {}

/** Statements of one transaction, which is rolled back: nobody works on what it began. */
const countStatements = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
  const query = vi.spyOn(Client.prototype, 'query')
  let count = 0
  const running = db.transaction(async (tx) => {
    await tx.execute(sql`select 'marker of this connection'`)
    const isMarker = ([first]: unknown[]) => JSON.stringify(first ?? '').includes('marker of this connection')
    const own = query.mock.contexts[query.mock.calls.findLastIndex(isMarker)]
    const countOwn = () => query.mock.contexts.filter((context) => context === own).length
    const before = countOwn()
    await work(tx)
    count = countOwn() - before
    throw new RolledBack()
  })
  await running.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return count
}

/** Copies of a device with other phones. */
const addPhones = async (ownerId: number, count: number): Promise<number[]> => {
  const { id } = await make.addDevice(ownerId)
  const { rows } = await pool.query<{ id: string }>(
    `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons,
       expires_at, state, created_at)
     select owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id || '-' || n, buttons,
       expires_at, state, created_at from devices, generate_series(2, $2::int) n where id = $1 returning id`,
    [id, count],
  )
  return [id, ...rows.map((row) => Number(row.id))]
}

it('one task of ten thousand phones begins with as many statements as one of a hundred, and two for each five hundred', async () => {
  const { userId } = await make.addPerson()
  const phones = await addPhones(userId, 10_000)
  const begin = (deviceIds: readonly number[]) =>
    countStatements((tx) => {
      const rights = new Map(deviceIds.map((id) => [id, 'owner' as const]))
      const task = { kind: 'startApp', deviceIds, subject: '便签', input: { packageName: 'com.example' } } as const
      const caller = { userId } as Parameters<ReturnType<typeof beginAppTask>>[1]
      return beginAppTask({ clock: server.clock, tasks: server.tasks })(tx, caller, rights, task)
    })
  const few = await begin(phones.slice(0, 100))
  expect(few).toBeLessThanOrEqual(8)
  expect(await begin(phones)).toBeLessThanOrEqual(few + 2 * 20)
})
