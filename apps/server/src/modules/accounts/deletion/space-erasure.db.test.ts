import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDevices } from '../../../testing/devices.ts'
import { createSpaceFiles } from '../../../testing/space.ts'
import { useServer } from '../../../testing/use-server.ts'
import { connectObjectStore } from '../../../wiring/connect-object-store.ts'
import { eraseAccountsJob } from './index.ts'

const server = await useServer()
const make = createDevices(server)

/** As a customer's request leaves it: a session that goes on would call the deletion off. */
const requestDeletion = async (userId: number): Promise<void> => {
  const { pool } = server.database
  const values = [userId, server.clock.now()]
  await pool.query('update sessions set revoked_at = $2 where user_id = $1', values)
  await pool.query(
    `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
    values,
  )
}

it('deletes objects after the transaction: one that the store keeps holds up no other, and goes with the next run', async () => {
  const [first, second] = [await make.addPerson(), await make.addPerson()]
  for (const person of [first, second]) await createSpaceFiles(server, () => person).add('秘密.jpg', 'secret')
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select p.id from space_parts p join space_objects o on o.id = p.object_id where o.user_id = $1`,
    [first.userId],
  )
  const broken = rows.map(({ id }) => id)
  for (const { userId } of [first, second]) await requestDeletion(userId)
  const { database, clock, log, jobs } = server
  const store = await connectObjectStore({ dataDir: server.dataDir })
  const deleteBroken = (key: string) =>
    broken.some((id) => key.includes(id)) ? Promise.reject(new Error('store away')) : store.delete(key)
  const kept = async () => (await database.pool.query('select key from erased_objects')).rows.length
  const objectStore = { ...store, delete: deleteBroken }
  await eraseAccountsJob({ database, clock, log, jobs, objectStore }).run({})
  expect(await kept()).toBe(broken.length)
  const { rows: left } = await database.pool.query(`select 1 from users where erased_at is null and id = any($1)`, [
    [first.userId, second.userId],
  ])
  expect(left).toEqual([])
  await server.runJob('maintenance.eraseAccounts')
  expect(await kept()).toBe(0)
  expect(await readdir(join(server.dataDir, 'objects', 'objects', 'space'))).toEqual([])
})

it('erases the files, uploads and objects of the account, and those of nobody else', async () => {
  const [leaving, staying] = [await make.addPerson(), await make.addPerson()]
  const leavingFiles = createSpaceFiles(server, () => leaving)
  await leavingFiles.add('秘密.jpg', 'secret')
  await leavingFiles.call('trashFiles', { fileIds: [await leavingFiles.add('旧.jpg', 'old secret')] })
  const begun = await leavingFiles.create('半.bin', 100)
  await leavingFiles.append(String(begun.headers['location']), 0, Buffer.from('half a secret'))
  const stayingFiles = createSpaceFiles(server, () => staying)
  await stayingFiles.add('a.jpg', 'secret')
  const objects = () => readdir(join(server.dataDir, 'objects', 'objects', 'space'))
  expect(await objects()).toHaveLength(4)
  await requestDeletion(leaving.userId)
  await server.runJob('maintenance.eraseAccounts')
  expect(await objects()).toHaveLength(1)
  expect(await stayingFiles.names()).toEqual(['a.jpg'])
  const { rows } = await server.database.pool.query(`select 1 from space_usage where user_id = $1`, [leaving.userId])
  expect(rows).toEqual([])
})
