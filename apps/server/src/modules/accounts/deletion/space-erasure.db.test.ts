import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDevices } from '../../../testing/devices.ts'
import { createSpaceFiles } from '../../../testing/space.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)

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
  await server.database.pool.query(
    `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
    [leaving.userId, server.clock.now()],
  )
  await server.runJob('maintenance.eraseAccounts')
  expect(await objects()).toHaveLength(1)
  expect(await stayingFiles.names()).toEqual(['a.jpg'])
  const { rows } = await server.database.pool.query(`select 1 from space_usage where user_id = $1`, [leaving.userId])
  expect(rows).toEqual([])
})
