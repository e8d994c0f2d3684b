import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findSigningKey } from './signing-key.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('is made once and kept for its owner alone', async () => {
  const keys = await Promise.all([findSigningKey(folder), findSigningKey(folder), findSigningKey(folder)])
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect((await stat(join(folder, 'signing-key'))).mode & 0o777).toBe(0o600)
})

it('follows the configured text where there is one', async () => {
  const text = 'a text of at least thirty-two characters'
  expect(await findSigningKey(folder, text)).toEqual(await findSigningKey('/nowhere', text))
})

it('is not used when it is damaged', async () => {
  await writeFile(join(folder, 'signing-key'), 'half')
  await expect(findSigningKey(folder)).rejects.toThrow('damaged')
})
