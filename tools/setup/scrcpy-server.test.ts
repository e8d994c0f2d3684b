import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findInTar } from './scrcpy-server.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'yunji-tar-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('finds a file by its name among others of any size', () => {
  const contents: Record<string, string> = { a: '', b: 'x'.repeat(512), c: 'y'.repeat(1000), d: 'last' }
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(folder, name), content)
  const tar = execFileSync('tar', ['-c', '-C', folder, ...Object.keys(contents)])
  for (const [name, content] of Object.entries(contents)) expect(findInTar(tar, name)?.toString()).toBe(content)
  expect(findInTar(tar, 'e')).toBeUndefined()
  expect(findInTar(Buffer.alloc(0), 'a')).toBeUndefined()
})
