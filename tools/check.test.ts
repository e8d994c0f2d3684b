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
  expect(await check([guard(0)], () => 'key')).toBe(true)
  const again = guard(1)
  expect(await check([again], () => 'key')).toBe(true)
  expect(again.run).not.toHaveBeenCalled()
  expect(said).toEqual(['ok     types (1.0 s)', 'ok     types (unchanged)'])
})

test('a guard that has failed is run again, and fails the check', async () => {
  expect(await check([guard(1)], () => 'key')).toBe(false)
  const again = guard(1)
  expect(await check([again], () => 'key')).toBe(false)
  expect(again.run).toHaveBeenCalledOnce()
  expect(said).toEqual(['FAILED types (1.0 s)', 'wrong', 'FAILED types (1.0 s)', 'wrong'])
})

test('nothing is left out when all is to be done anew', async () => {
  await check([guard(0)], () => 'key')
  process.argv.push('--force')
  const again = guard(1)
  expect(await check([again], () => 'key')).toBe(false)
  process.argv.pop()
  expect(again.run).toHaveBeenCalledOnce()
})

test('another guard is not left out', async () => {
  await check([guard(0)], () => 'key')
  const other = { ...guard(1), name: 'lint' }
  expect(await check([other], () => 'key')).toBe(false)
})

test('a guard is run again on other files, and where nothing is known of them', async () => {
  await check([guard(0)], () => 'key')
  expect(await check([guard(1)], () => 'other')).toBe(false)
  await check([guard(0)], () => undefined)
  expect(await check([guard(1)], () => undefined)).toBe(false)
})

test('what passed on files that changed meanwhile is not kept', async () => {
  const keys = ['key', 'other']
  await check([guard(0)], () => keys.shift())
  expect(await check([guard(1)], () => 'key')).toBe(false)
  expect(await check([guard(1)], () => 'other')).toBe(false)
})
