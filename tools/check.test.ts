import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { check } from './check.ts'
import type { Guard } from './guards.ts'

let folder: string
let said: string[]
const guard = (code: number) => ({
  name: 'types',
  run: vi.fn<Guard['run']>(async () => ({ code, output: 'wrong', seconds: 1 })),
})

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-check-'))
  vi.stubEnv('XDG_CACHE_HOME', folder)
  said = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a guard that has passed is not run again on the same files', async () => {
  expect(await check([guard(0)])).toBe(true)
  const again = guard(1)
  expect(await check([again])).toBe(true)
  expect(again.run).not.toHaveBeenCalled()
  expect(said).toEqual(['ok     types (1.0 s)', 'ok     types (unchanged)'])
})

test('a guard that has failed is run again, and fails the check', async () => {
  expect(await check([guard(1)])).toBe(false)
  const again = guard(1)
  expect(await check([again])).toBe(false)
  expect(again.run).toHaveBeenCalledOnce()
  expect(said).toEqual(['FAILED types (1.0 s)', 'wrong', 'FAILED types (1.0 s)', 'wrong'])
})

test('nothing is left out when all is to be done anew', async () => {
  await check([guard(0)])
  process.argv.push('--force')
  const again = guard(1)
  expect(await check([again])).toBe(false)
  process.argv.pop()
  expect(again.run).toHaveBeenCalledOnce()
})

test('another guard is not left out', async () => {
  await check([guard(0)])
  const other = { ...guard(1), name: 'lint' }
  expect(await check([other])).toBe(false)
})
