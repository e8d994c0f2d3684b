import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../command.ts'
import { userCache } from '../setup/user-cache.mjs'

export interface FileResult {
  project: string
  state: 'passed' | 'failed' | 'skipped'
  /** Loading, set-up, tests and what ends them. */
  seconds: number
  /** Hash of all that the file depends on, where it is known (see `inputs.ts`). */
  key?: string
}

export interface Failure {
  file: string
  /** Empty when the file itself could not be loaded or set up. */
  test: string
}

export interface Stage {
  name: string
  seconds: number
}

/** What the reporter knows of a run. */
export interface TestResults {
  passed: number
  failed: number
  skipped: number
  files: Record<string, FileResult>
  failures: Failure[]
  /** They overlap a little. */
  projects: Stage[]
  /** Seconds of the small form of each promise, by its id. */
  smallForms: Record<string, number>
}

/** One run of `npm test`, as it is kept in the user's cache. */
export interface TestRun extends TestResults {
  /** ISO time of its end. */
  at: string
  commit: string
  /** Files differ from the commit. */
  isChanged: boolean
  stages: Stage[]
  /** Words of the command; none for a whole run. */
  words: string[]
  seconds: number
  axeRuns: number
  /** Processor seconds of the whole machine. */
  machineSeconds: number
}

/** Folder of the user's cache. */
const KIND = 'runs'
const RUNS_KEPT = 60

/** Runs of all clones of this user, the last one first. */
export function readRuns(cache = userCache(root)): TestRun[] {
  return cache
    .list(KIND)
    .toReversed()
    .flatMap((key) => {
      const text = cache.readText(KIND, key)
      return text === undefined ? [] : [JSON.parse(text) as TestRun]
    })
}

export function storeRun(run: TestRun, cache = userCache(root)): void {
  cache.storeText(KIND, `${run.at.replaceAll(':', '.')}-${process.pid}`, JSON.stringify(run))
  for (const key of cache.list(KIND).slice(0, -RUNS_KEPT)) cache.remove(KIND, key)
}

/** Durations of a fresh clone, in steps, so that a renewed list differs in few lines. */
const COMMITTED = path.join(import.meta.dirname, 'durations.json')
const STEPS_SECONDS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 150, 180, 240, 300, 450, 600]
/** Shorter files are not committed, unless they would count as longer ones then. */
const COMMITTED_FROM_SECONDS = 5
/** A file that nobody has measured: long enough not to begin last and run on alone. */
const UNKNOWN_SECONDS: Readonly<Record<string, number>> = {
  unit: 0.3,
  database: 5,
  system: 30,
  browser: 20,
  extended: 60,
}

export const readCommitted = (): Record<string, number> => JSON.parse(readFileSync(COMMITTED, 'utf8'))

/** Files that are gone are left out; a duration that is still about right stays. */
export function renewCommitted(
  old: Readonly<Record<string, number>>,
  measured: ReadonlyMap<string, Measured>,
  files: ReadonlySet<string>,
): Record<string, number> {
  const renewed = new Map(Object.entries(old))
  for (const [file, { project, seconds }] of measured) {
    const known = old[file]
    if (known !== undefined && seconds > known * 0.6 && seconds < known * 1.15) continue
    renewed.set(file, roundUp(seconds))
    if (Math.max(seconds, UNKNOWN_SECONDS[project] ?? 0) <= COMMITTED_FROM_SECONDS) renewed.delete(file)
  }
  const present = [...renewed].filter(([file]) => files.has(file))
  return Object.fromEntries(present.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export const writeCommitted = (durations: Readonly<Record<string, number>>): void =>
  writeFileSync(COMMITTED, `${JSON.stringify(durations, undefined, 2)}\n`)

const roundUp = (seconds: number): number =>
  STEPS_SECONDS.find((step) => seconds <= step) ?? Math.ceil(seconds / 300) * 300

type Measured = Pick<FileResult, 'project' | 'seconds'>

/** Runs beside other work are slow: of the last ones that passed a file, the quickest counts. */
const RUNS_COMPARED = 3

export function measuredDurations(runs: readonly TestRun[] = readRuns()): Map<string, Measured> {
  const found = new Map<string, Measured[]>()
  for (const { files } of runs) {
    for (const [file, result] of Object.entries(files))
      if (result.state === 'passed') found.set(file, [...(found.get(file) ?? []), result])
  }
  const quickest = (results: readonly Measured[]) =>
    results.slice(0, RUNS_COMPARED).reduce((best, each) => (each.seconds < best.seconds ? each : best))
  return new Map([...found].map(([file, results]) => [file, quickest(results)]))
}

export type DurationOf = (file: string, project: string) => number

/** What a file will take: as measured by this user, else as committed, else as its kind does. */
export function expectDurations(
  measured: ReadonlyMap<string, Measured> = measuredDurations(),
  committed = readCommitted(),
): DurationOf {
  return (file, project) => measured.get(file)?.seconds ?? committed[file] ?? UNKNOWN_SECONDS[project] ?? 1
}

/** The same on every machine: shards of one run must agree. */
export const committedDurations = (): DurationOf => expectDurations(new Map())
