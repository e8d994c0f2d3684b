import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { ObjectTooLarge } from '../../platform/object-store.ts'
import { createFileSystemStore } from './file-system.ts'
import { objectStoreSuite } from './object-store-suite.ts'

const folders: string[] = []
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-objects-'))
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

objectStoreSuite('file system', async () => createFileSystemStore(await newFolder()))

it('leaves nothing of a refused object behind', async () => {
  const folder = await newFolder()
  const store = createFileSystemStore(folder)
  await expect(store.put('a', Readable.from([Buffer.alloc(10)]), 9)).rejects.toThrow(ObjectTooLarge)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})
