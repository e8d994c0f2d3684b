import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../setup/chromium.mjs'
import { isForced } from '../setup/user-cache.mjs'
import { describeTools } from '../source-hash.ts'
import { TestInputs } from './inputs.ts'
import { readRuns, type TestRun } from './runs.ts'

const TEST = /\.test\.tsx?$/
/** The product's settings, and what names programs. */
const VARIABLE = /^(?:YUNJI_(?!TEST_)|DATABASE_URL|CHROMIUM_PATH|COOKIE_DOMAIN|EXTERNAL_WEB_HOST|TZ|LANG|LC_)/

const kindOf = (file: string): string => (file.endsWith('.db.test.ts') ? 'database' : 'other')

function describeMachine(root: string): string {
  const chromium = findChromium(root) ?? ''
  const version = chromium ? spawnSync(chromium, ['--version'], { encoding: 'utf8' }).stdout : ''
  const variables = Object.entries(process.env).filter(([name]) => VARIABLE.test(name))
  const named = variables.map(([name, value]) => `${name}=${value}`).toSorted()
  const realParts = existsSync(`${root}/.cache/real-parts`)
  return [describeTools(root), chromium, version, String(realParts), ...named].join('\0')
}

/** A key for each test file; undefined when nothing can be told about the checkout. */
export function keysOfTests(root: string, sources: readonly string[] | undefined): Map<string, string> | undefined {
  if (!sources) return undefined
  const inputs = new TestInputs(root, sources, describeMachine(root))
  const tests = sources.filter((file) => TEST.test(file) && existsSync(`${root}/${file}`))
  return new Map(tests.map((file) => [file, inputs.keyOf(file, kindOf(file))]))
}

/** Test files that have passed with the same inputs, in this clone or another one of the user, and not failed since. */
export function findUnchanged(
  keys: ReadonlyMap<string, string> | undefined,
  runs: readonly TestRun[] = readRuns(),
): string[] {
  if (!keys || isForced()) return []
  return [...keys].flatMap(([file, key]) => {
    const last = runs.find(({ files }) => files[file]?.key === key || files[file]?.state === 'failed')
    return last?.files[file]?.state === 'passed' ? [file] : []
  })
}
