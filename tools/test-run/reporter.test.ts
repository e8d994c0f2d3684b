import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageProgram } from '../command.ts'
import { RESULTS_VARIABLE } from './reporter.ts'
import type { TestResults } from './runs.ts'

const FILES = {
  'good.test.ts': "test('works', () => undefined)\ntest.skip('later', () => undefined)",
  'bad.test.ts':
    "describe('R1: a promise', () => { test('its small form is kept', () => undefined) })\ntest('fails', () => { expect({ price: 1 }).toEqual({ price: 2 }) })",
  'unloaded.test.ts': "throw new Error('no such module')",
  'set-up.test.ts': "beforeAll(() => { throw new Error('no server') })\ntest('never runs', () => undefined)",
}

let folder: string
let output: string
let results: TestResults

/** A run of its own over four small files. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-reporter-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text)
  const written = path.join(folder, 'results.json')
  const reporter = path.join(import.meta.dirname, 'reporter.ts')
  const args = packageProgram('vitest/vitest.mjs', 'run', '--globals', `--root=${folder}`, `--reporter=${reporter}`)
  const env = { ...process.env, [RESULTS_VARIABLE]: written, NO_COLOR: '1', VITEST: '' }
  output = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }).stdout
  results = JSON.parse(readFileSync(written, 'utf8'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('counts tests, and a file that could not be loaded or set up as a failed one', () => {
  expect(results).toMatchObject({ passed: 2, failed: 3, skipped: 2 })
  const states = Object.entries(results.files).map(([file, { state }]) => [file, state])
  expect(Object.fromEntries(states)).toEqual({
    'good.test.ts': 'passed',
    'bad.test.ts': 'failed',
    'unloaded.test.ts': 'failed',
    'set-up.test.ts': 'failed',
  })
})

test('names what failed, and the seconds of small forms', () => {
  expect(results.failures).toEqual(
    expect.arrayContaining([
      { file: 'bad.test.ts', test: 'fails' },
      { file: 'unloaded.test.ts', test: '' },
      { file: 'set-up.test.ts', test: '' },
    ]),
  )
  expect(results.failures).toHaveLength(3)
  expect(Object.keys(results.smallForms)).toEqual(['R1'])
})

test('shows each failure with its reason before the summary, without moving a cursor', () => {
  const [before = ''] = output.split('Test Files')
  expect(before).toMatch(/FAILED after 0:\d\d: bad\.test\.ts > fails\n +expected \{ price: 1 \} to deeply equal/)
  expect(before).toMatch(/FAILED after 0:\d\d: unloaded\.test\.ts\n +no such module/)
  expect(before).toMatch(/FAILED after 0:\d\d: set-up\.test\.ts\n +no server/)
  expect(before).toContain('4 test files, about ')
  expect(output).not.toContain('\u001B[')
})
