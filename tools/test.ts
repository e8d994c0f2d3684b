import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { findBrokenScripts } from './build-output.ts'
import { check } from './check.ts'
import { packageProgram, root, runNode } from './command.ts'
import { rootTypes } from './guards.ts'
import { ensureRealParts } from './real-parts/setup.ts'
import { machineSeconds, readStages } from './setup/stages.mjs'
import { isForced, userCache } from './setup/user-cache.mjs'
import { hashFile, hashFiles, listSources } from './source-hash.ts'
import { chooseFast } from './test-run/choice.ts'
import { type Options, readOptions } from './test-run/options.ts'
import { clock } from './test-run/progress.ts'
import { RESULTS_VARIABLE } from './test-run/reporter.ts'
import { type Stage, storeRun, type TestResults, type TestRun } from './test-run/runs.ts'
import { findUnchanged, keysOfTests } from './test-run/unchanged.ts'

const RESULTS = path.join(root, '.cache', 'test-results.json')
const FAILURES = path.join(root, 'artifacts', 'failures')
/** Results of the shards of one run, until they are merged. */
const SHARDS = path.join('artifacts', 'shards')
/** Grows by a byte with each run of axe. */
const AXE_RUNS = path.join(root, '.cache', 'axe-runs')
/** Beyond it the tests run without real parts: the rest of the run must not wait for a slow mirror. */
const REAL_PARTS_TIMEOUT_MS = 150_000
const SLOWEST_SHOWN = 10

const began = readStages()
const stages: Stage[] = [
  { name: 'set-up', seconds: (performance.timeOrigin - began.at) / 1000 - began.buildSeconds },
  { name: 'builds', seconds: began.buildSeconds },
]

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  stages.push({ name, seconds: (performance.now() - startedAt) / 1000 })
  return result
}

/** Read again only after another build. */
async function checkEmitted(): Promise<boolean> {
  const cache = userCache(root)
  for (const target of ['h5', 'weapp']) {
    const folder = path.join(root, 'apps', 'client', 'dist', target)
    const inputs = [`${folder}.stamp`, path.join(import.meta.dirname, 'build-output.ts')].map(hashFile)
    const key = ['scripts', process.version, ...inputs].join('-')
    if (!isForced() && cache.readText('checks', key) !== undefined) {
      console.log(`ok     every emitted script parses (${target}, unchanged)`)
      continue
    }
    const { count, broken } = await findBrokenScripts(folder)
    const isGood = count > 0 && broken.length === 0
    console.log(`${isGood ? 'ok    ' : 'FAILED'} every emitted script parses (${target}, ${count} scripts)`)
    for (const problem of broken) console.log(problem)
    if (!isGood) return false
    cache.storeText('checks', key, 'ok')
  }
  return true
}

/** Undefined when vitest has ended without results. */
async function runVitest(words: readonly string[], skipped: readonly string[]): Promise<TestResults | undefined> {
  await rm(RESULTS, { force: true })
  await rm(AXE_RUNS, { force: true })
  await rm(FAILURES, { recursive: true, force: true })
  const args = packageProgram('vitest/vitest.mjs', 'run', '--reporter=./tools/test-run/reporter.ts', ...words)
  // Servers under test inherit them: they refuse other unknown names than YUNJI_TEST_….
  const env = { [RESULTS_VARIABLE]: RESULTS, YUNJI_TEST_SKIPPED: skipped.join(' '), YUNJI_TEST_AXE_RUNS: AXE_RUNS }
  const { code } = await runNode(args, { isShown: true, env })
  const results = await readFile(RESULTS, 'utf8').then(
    (text) => JSON.parse(text) as TestResults,
    () => undefined,
  )
  // Errors outside of tests fail the run, too.
  return results && { ...results, failed: code === 0 ? results.failed : Math.max(results.failed, 1) }
}

/** Words for vitest beside those of the command. */
function wordsFor({ kind, shard, isUnchanged, words }: Options): string[] {
  if (kind === 'merge') return [`--merge-reports=${SHARDS}`]
  const blob = shard && `${SHARDS}/${shard.replace('/', '-of-')}.json`
  const report = blob ? ['--reporter=blob', `--outputFile.blob=${blob}`, `--shard=${shard}`] : []
  return [...report, ...(isUnchanged ? ['--passWithNoTests'] : []), ...words]
}

async function assertAllShards(): Promise<void> {
  const names = await readdir(path.join(root, SHARDS)).catch(() => [])
  const count = Number(/-of-(\d+)\.json$/.exec(names[0] ?? '')?.[1] ?? 1)
  const wanted = Array.from({ length: count }, (_, index) => `${index + 1}-of-${count}.json`)
  if (names.toSorted().join() !== wanted.toSorted().join())
    throw new Error(`${SHARDS} should hold ${wanted.join(', ')} of one run, and holds ${names.join(', ') || 'nothing'}`)
}

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

const timesOf = (parts: readonly Stage[]): string =>
  parts.map(({ name, seconds }) => `${name} ${clock(seconds)}`).join(', ')

function tell(run: TestRun): void {
  const slowest = Object.entries(run.files)
    .toSorted(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, SLOWEST_SHOWN)
  console.log('slowest files, with their set-up:')
  for (const [file, { seconds }] of slowest) console.log(`  ${clock(seconds).padStart(6)}  ${file}`)
  console.log(`stages: ${timesOf(run.stages)} (${timesOf(run.projects)}); whole time ${clock(run.seconds)}`)
  const minutes = (run.machineSeconds / 60).toFixed(1)
  console.log(`core-minutes: ${minutes} by the machine's counter (user, nice and system time of all that ran on it)`)
}

function addKeys({ files }: TestResults, keys: ReadonlyMap<string, string>): void {
  for (const [file, result] of Object.entries(files)) {
    const key = keys.get(file)
    if (key) result.key = key
  }
}

async function describeRun(results: TestResults, { kind, isUnchanged, given }: Options): Promise<TestRun> {
  return {
    ...results,
    at: new Date().toISOString(),
    commit: git('rev-parse', '--short=10', 'HEAD'),
    isChanged: git('status', '--porcelain') !== '',
    words: [...(kind === 'test' ? [] : [kind]), ...(isUnchanged ? ['--unchanged'] : []), ...given],
    stages,
    axeRuns: (await stat(AXE_RUNS).catch(() => undefined))?.size ?? 0,
    seconds: (Date.now() - began.at) / 1000,
    machineSeconds: machineSeconds() - began.machineSeconds,
  }
}

async function main(options: Options): Promise<boolean> {
  console.log(timesOf(stages))

  /** Side by side with the checks, which leave the network alone. */
  const settingUp = options.needsRealParts ? ensureRealParts(REAL_PARTS_TIMEOUT_MS) : undefined
  const areGuardsGood = await timed('checks', async () => {
    if (options.checks === 'types') return check([rootTypes])
    return options.checks === 'none' || ((await checkEmitted()) && (await check()))
  })
  const realParts = await settingUp

  const sources = options.kind === 'merge' ? undefined : listSources(root)
  const before = sources && hashFiles(root, sources)
  const keys = options.isWhole || options.isUnchanged ? keysOfTests(root, sources) : undefined
  const unchanged = options.isUnchanged ? findUnchanged(keys) : []
  if (options.isUnchanged) console.log(`skipped as unchanged since they passed: ${unchanged.length} test files`)
  const chosen = options.kind === 'fast' ? chooseFast(root, sources ?? []) : []
  if (options.kind === 'merge') await assertAllShards()
  const results = await timed('tests', () => runVitest([...wordsFor(options), ...chosen], unchanged))

  if (realParts) {
    console.log('reason' in realParts ? `real parts: NOT JUDGED, ${realParts.reason}` : 'real parts: judged by them')
  }
  if (!areGuardsGood) console.log('The checks above the tests have failed.')
  const passed = results?.passed ?? 0
  const failed = (results?.failed ?? 1) + (areGuardsGood ? 0 : 1)
  if (results) {
    // What the tests saw is not known when files have changed meanwhile.
    if (keys && before === hashFiles(root, listSources(root) ?? [])) addKeys(results, keys)
    const run = await describeRun({ ...results, failed }, options)
    // Its shards have been kept by the machines that ran them.
    if (options.kind !== 'merge') storeRun(run)
    else await rm(path.join(root, SHARDS), { recursive: true })
    tell(run)
    if (failed > 0) console.log('npm run test:history tells which tests failed in the last runs, and passed again.')
  }
  console.log(`tests: ${passed} passed, ${failed} failed`)
  return failed === 0
}

process.exitCode = (await main(readOptions(process.argv.slice(2)))) ? 0 : 1
