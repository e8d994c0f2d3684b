import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestInputs } from './inputs.ts'
import type { TestRun } from './runs.ts'
import { findUnchanged } from './unchanged.ts'

let root: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const inputs = (tools = 'tools') => {
  const names = readdirSync(root, { recursive: true }) as string[]
  return new TestInputs(root, names.filter((name) => statSync(path.join(root, name)).isFile()).toSorted(), tools)
}
const PURE = 'packages/contract/src/price.test.ts'
const READING = 'apps/client/src/pages.test.ts'
const DATABASE = 'apps/server/src/orders.db.test.ts'
const BROWSER = 'tests/e2e/home.test.ts'
const kindOf = (file: string) => (file === DATABASE ? 'database' : 'other')
const keys = (tools?: string) => {
  const all = inputs(tools)
  return [PURE, READING, DATABASE, BROWSER].map((file) => all.keyOf(file, kindOf(file)))
}
/** Which of the four files have to run after a change. */
const stale = (change: () => void) => {
  const before = keys()
  change()
  const after = keys()
  return [PURE, READING, DATABASE, BROWSER].filter((_, index) => before[index] !== after[index])
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'yunji-inputs-'))
  write(PURE, "import { price } from './price.ts'\nimport { expect } from 'vitest'")
  write('packages/contract/src/price.ts', "export { round } from '@yunji/contract/money/round'")
  write('packages/contract/src/money/round.ts', 'export const round = 1')
  write('packages/contract/src/other.ts', '')
  write('packages/contract/package.json', '{}')
  write(READING, "import { readdirSync } from 'node:fs'")
  write('apps/client/src/app.tsx', '')
  write(DATABASE, "import { migrate } from './migrate.ts'")
  write('apps/server/src/migrate.ts', "import { readFile } from 'node:fs/promises'")
  write('apps/server/migrations/0001.sql', '')
  write(BROWSER, "import { chromium } from 'playwright-core'")
  write('tests/e2e/other.test.ts', '')
  write('docs/settings.md', '')
  write('package-lock.json', '{}')
  write('vitest.config.ts', '')
  write('tools/test.ts', '')
  write('tools/test.test.ts', '')
})

afterEach(() => {
  rmSync(root, { recursive: true })
})

const ALL = [PURE, READING, DATABASE, BROWSER]

test.each([
  ['the lockfile', 'package-lock.json', ALL],
  ['a setting', 'vitest.config.ts', ALL],
  ['a tool', 'tools/test.ts', ALL],
  ['the settings of a package', 'packages/contract/package.json', ALL],
  ['a module that a test imports', 'packages/contract/src/price.ts', ALL],
  ['a module that this one imports from our packages', 'packages/contract/src/money/round.ts', ALL],
  ['a module that it does not import', 'packages/contract/src/other.ts', [READING, DATABASE, BROWSER]],
  ['the client', 'apps/client/src/app.tsx', [READING, BROWSER]],
  ['the server', 'apps/server/src/migrate.ts', [READING, DATABASE, BROWSER]],
  ['a migration', 'apps/server/migrations/0001.sql', [READING, DATABASE, BROWSER]],
  ['a paper', 'docs/settings.md', [READING, BROWSER]],
  ['the test itself', PURE, [PURE]],
  ['another test', 'tests/e2e/other.test.ts', []],
  ['a test of the tools', 'tools/test.test.ts', []],
])('a change of %s makes the right files run', (_what, file, expected) => {
  expect(stale(() => write(file, '// changed'))).toEqual(expected)
})

test('a new and a removed file make the right files run', () => {
  expect(stale(() => write('apps/server/migrations/0002.sql', ''))).toEqual([READING, DATABASE, BROWSER])
  expect(stale(() => rmSync(path.join(root, 'apps/client/src/app.tsx')))).toEqual([READING, BROWSER])
})

test('other tools make every file run', () => {
  expect(keys('another Chromium').filter((key) => keys().includes(key))).toEqual([])
})

test.each([
  ['a name that is made up at run time', 'await import(`./${name}.ts`)'],
  ['a module that is not there', "import { x } from './generated.ts'"],
  ['the place of the module', 'new Worker(import.meta.dirname)'],
])('%s makes the file depend on the whole checkout', (_what, text) => {
  expect(inputs().inputsOf(PURE).readsMore).toBe(false)
  write('packages/contract/src/money/round.ts', text)
  expect(inputs().inputsOf(PURE).readsMore).toBe(true)
})

test('a test on the database depends on an area that its modules name', () => {
  write('apps/server/src/migrate.ts', "import 'node:fs'\nconst built = path.join('..', 'client', 'dist')")
  expect(stale(() => write('apps/client/src/app.tsx', '// changed'))).toContain(DATABASE)
})

describe('unchanged', () => {
  const run = (state: string, key = 'key') =>
    ({ files: { a: { project: 'unit', seconds: 1, state, key } } }) as unknown as TestRun
  const find = (...runs: TestRun[]) => findUnchanged(new Map([['a', 'key']]), runs)

  test('is a file that passed with the same key', () => {
    expect(find(run('passed'))).toEqual(['a'])
    expect(find(run('passed', 'other'))).toEqual([])
    expect(find()).toEqual([])
  })

  test('is not a file that has failed since', () => {
    expect(find(run('failed'), run('passed'))).toEqual([])
    expect(find(run('failed', 'unknown'), run('passed'))).toEqual([])
    expect(find(run('passed'), run('failed'))).toEqual(['a'])
  })

  test('is nothing when all is to be done anew, or nothing can be told', () => {
    expect(findUnchanged(undefined, [run('passed')])).toEqual([])
    process.argv.push('--force')
    expect(find(run('passed'))).toEqual([])
    process.argv.pop()
  })
})
