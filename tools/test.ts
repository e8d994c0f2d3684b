import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBrokenScripts } from './build-output.ts'
import { check } from './check.ts'
import { packageProgram, root, runNode } from './command.ts'
import { rootTypes } from './guards.ts'
import { ensureRealParts } from './real-parts/setup.ts'

const REPORT = path.join(root, '.cache', 'test-report.json')
const FAST_PROJECTS = ['unit', 'database']
/** Beyond it the tests run without real parts: the rest of the run must not wait for a slow mirror. */
const REAL_PARTS_TIMEOUT_MS = 150_000

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function checkEmitted(): Promise<boolean> {
  for (const target of ['h5', 'weapp']) {
    const { count, broken } = await findBrokenScripts(path.join(root, 'apps', 'client', 'dist', target))
    const isGood = count > 0 && broken.length === 0
    console.log(`${isGood ? 'ok    ' : 'FAILED'} every emitted script parses (${target}, ${count} scripts)`)
    for (const problem of broken) console.log(problem)
    if (!isGood) return false
  }
  return true
}

interface Counts {
  passed: number
  failed: number
}

async function runVitest(words: readonly string[]): Promise<Counts> {
  await mkdir(path.dirname(REPORT), { recursive: true })
  await rm(REPORT, { force: true })
  const reporters = ['--reporter=./tools/test-reporter.ts', '--reporter=json', `--outputFile.json=${REPORT}`]
  const { code } = await runNode(packageProgram('vitest/vitest.mjs', 'run', ...reporters, ...words), { isShown: true })
  const report = await readFile(REPORT, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  )
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + unloaded.length
  // Errors outside of tests fail the run, too.
  return { passed: report.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) }
}

const args = process.argv.slice(2)
const isFast = args[0] === '--fast'
const words = isFast ? [...FAST_PROJECTS.map((name) => `--project=${name}`), ...args.slice(1)] : args

/** Side by side with the checks, which leave the network alone. */
const settingUp = isFast ? undefined : ensureRealParts(REAL_PARTS_TIMEOUT_MS)
const areGuardsGood = isFast ? await check([rootTypes]) : (await checkEmitted()) && (await check())
const realParts = await settingUp
const { passed, failed } = await runVitest(words)
if (realParts) {
  console.log('reason' in realParts ? `real parts: NOT JUDGED, ${realParts.reason}` : 'real parts: judged by them')
}
if (!areGuardsGood) console.log('The checks above the tests have failed.')
console.log(`tests: ${passed} passed, ${failed + (areGuardsGood ? 0 : 1)} failed`)
process.exitCode = areGuardsGood && failed === 0 ? 0 : 1
