import { atLeast, atMost, type Figure } from '@yunji/testkit/figures'
import { readRuns, type TestRun } from '../../tools/test-run/runs.ts'

const TEST_MINUTES_LIMIT = 20
const TEST_CORE_MINUTES_LIMIT = 36
const ALL_MINUTES_LIMIT = 32
const FAST_SECONDS_LIMIT = 90
const SMALL_FORM_SECONDS_LIMIT = 20

/** By the words of its command; `--force` and the like do not change what is run. */
const lastRun = (runs: readonly TestRun[], kind: '' | 'all' | 'fast'): TestRun | undefined =>
  runs.find(({ words, failed }) => failed === 0 && words.join(' ') === kind)

const say = (run: TestRun | undefined, name: string): void =>
  void process.stderr.write(
    run
      ? `npm run ${name}: ${run.at}, commit ${run.commit}${run.isChanged ? ' with changes' : ''}, ${run.passed} tests\n`
      : `npm run ${name}: no green run of this user is known\n`,
  )

/** Time and cost of the last green runs of this user, taken from their records. */
export const measureTestRuns = async (runs = readRuns()): Promise<readonly Figure[]> => {
  const test = lastRun(runs, '')
  const all = lastRun(runs, 'all')
  const fast = lastRun(runs, 'fast')
  say(test, 'test')
  say(all, 'test:all')
  say(fast, 'test:fast')
  return [
    ...(test ? figuresOf(test) : []),
    ...(all ? [atMost('test_all_minutes', all.seconds / 60, ALL_MINUTES_LIMIT)] : []),
    ...(fast ? [atMost('test_fast_seconds', fast.seconds, FAST_SECONDS_LIMIT)] : []),
  ]
}

const figuresOf = ({ seconds, machineSeconds, axeRuns, smallForms }: TestRun): Figure[] => [
  atMost('test_minutes', seconds / 60, TEST_MINUTES_LIMIT),
  atMost('test_core_minutes', machineSeconds / 60, TEST_CORE_MINUTES_LIMIT),
  atLeast('axe_runs', axeRuns, 0),
  ...Object.entries(smallForms).map(([id, took]) =>
    atMost(`small_form_seconds_${id.toLowerCase()}`, took, SMALL_FORM_SECONDS_LIMIT),
  ),
]
