import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashContent } from './content-hash.mjs'

let root: string
const write = (file: string, text: string) => writeFile(path.join(root, file), text)
const hash = () => hashContent(root, ['src', 'lock.json', 'missing'], (file: string) => !file.endsWith('.test.ts'))

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'yunji-hash-'))
  await mkdir(path.join(root, 'src', 'deep'), { recursive: true })
  await write('src/deep/a.ts', 'one')
  await write('lock.json', '{}')
})

afterEach(() => rm(root, { recursive: true }))

test('the same content gives the same hash, written again or not', async () => {
  const before = hash()
  await write('src/deep/a.ts', 'one')
  expect(hash()).toBe(before)
})

test.each([
  ['a changed file', () => write('src/deep/a.ts', 'two')],
  ['a new file', () => write('src/b.ts', '')],
  ['a renamed file', () => rename(path.join(root, 'src/deep/a.ts'), path.join(root, 'src/deep/b.ts'))],
  ['a single listed file', () => write('lock.json', '{"a":1}')],
])('%s gives another hash', async (_what, change) => {
  const before = hash()
  await change()
  expect(hash()).not.toBe(before)
})

test('files that are not used do not count', async () => {
  const before = hash()
  await write('src/deep/a.test.ts', 'test')
  expect(hash()).toBe(before)
})
