import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { TestInputs } from './inputs.ts'
import { expectDurations } from './runs.ts'

const WORKERS = 3
/** Of three workers together; with types, loading and PostgreSQL's start it makes less than 90 seconds. */
const BUDGET_SECONDS = 55 * WORKERS
const DATABASE_TEST = /\.db\.test\.ts$/
/** Beside the code, without a browser or processes of its own. */
const FAST_TEST = /^(?:packages|apps|tools)\/.*(?<!\.(?:system|browser))\.test\.tsx?$/

/** Files that differ from the last commit, or those of that commit when none do. */
function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 })
      .split('\0')
      .filter(Boolean)
  try {
    const open = [
      ...git('diff', '-z', '--name-only', 'HEAD'),
      ...git('ls-files', '-z', '--others', '--exclude-standard'),
    ]
    return open.length > 0 ? open : git('diff', '-z', '--name-only', 'HEAD~1', 'HEAD')
  } catch {
    return []
  }
}

interface Candidate {
  file: string
  project: string
  /** A change reaches it. */
  isReached: boolean
  seconds: number
}

/** As many as fit: what a change reaches, then the others; the quickest of each first. */
export function fill(candidates: readonly Candidate[], budgetSeconds: number): Candidate[] {
  let left = budgetSeconds
  const sorted = candidates.toSorted(
    (one, other) => Number(other.isReached) - Number(one.isReached) || one.seconds - other.seconds,
  )
  return sorted.filter(({ seconds }) => {
    if (seconds > left) return false
    left -= seconds
    return true
  })
}

/** What `npm run test:fast` runs: as much as the expected time allows. */
export function chooseFast(root: string, sources: readonly string[], durationOf = expectDurations()): string[] {
  const present = sources.filter((file) => existsSync(`${root}/${file}`))
  const inputs = new TestInputs(root, present, '')
  const changed = new Set(changedFiles(root))
  const candidates = present
    .filter((file) => FAST_TEST.test(file))
    .map((file) => {
      const project = DATABASE_TEST.test(file) ? 'database' : 'unit'
      const isReached = [...inputs.inputsOf(file).modules].some((module) => changed.has(module))
      return { file, project, isReached, seconds: durationOf(file, project) }
    })
  const chosen = fill(candidates, BUDGET_SECONDS)
  const count = (files: readonly Candidate[], project: string) =>
    files.filter((each) => each.project === project).length
  const counts = ['unit', 'database'].map(
    (project) => `${count(chosen, project)} of ${count(candidates, project)} files (${project})`,
  )
  const reached = chosen.filter(({ isReached }) => isReached).length
  console.log(`${counts.join(', ')}: ${reached} that your changes reach, then the quickest; npm test runs all`)
  return chosen.map(({ file }) => file)
}
