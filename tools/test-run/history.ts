import { root } from '../command.ts'
import { listSources } from '../source-hash.ts'
import { clock } from './progress.ts'
import { measuredDurations, readCommitted, readRuns, renewCommitted, type TestRun, writeCommitted } from './runs.ts'

/** A test that failed in some run: what became of it afterwards. */
export interface Trouble {
  name: string
  failures: { at: string; commit: string }[]
  /** The first run of its file after the last failure that passed. */
  passedAgain?: { at: string; commit: string }
  /** It failed and passed with the same files. */
  isFlaky: boolean
}

/** Runs come with the last one first. */
export function findTroubles(runs: readonly TestRun[]): Trouble[] {
  const oldestFirst = runs.toReversed()
  const names = new Set(oldestFirst.flatMap(({ failures }) => failures.map(nameOf)))
  return [...names].map((name) => {
    const failed = oldestFirst.filter(({ failures }) => failures.some((failure) => nameOf(failure) === name))
    const file = name.split(' > ')[0] ?? ''
    const passed = oldestFirst.filter((run) => run.files[file] && !failed.includes(run))
    const last = failed.at(-1)
    const again = passed.find(({ at }) => at > (last?.at ?? ''))
    const isSame = (one: TestRun, other: TestRun) => one.commit === other.commit && !one.isChanged && !other.isChanged
    return {
      name,
      failures: failed.map(({ at, commit }) => ({ at, commit })),
      ...(again && { passedAgain: { at: again.at, commit: again.commit } }),
      isFlaky: failed.some((one) => passed.some((other) => isSame(one, other))),
    }
  })
}

const nameOf = ({ file, test }: { file: string; test: string }): string => [file, test].filter(Boolean).join(' > ')
const day = (at: string): string => at.slice(0, 16).replace('T', ' ')

function tell(runs: readonly TestRun[]): void {
  console.log(`the last ${runs.length} runs of this user:`)
  for (const { at, commit, isChanged, words, passed, failed, seconds, machineSeconds } of runs.toReversed()) {
    const place = `${commit}${isChanged ? ' with changes' : ''}`
    const cost = `${clock(seconds)}, ${(machineSeconds / 60).toFixed(1)} core-minutes`
    console.log(`  ${day(at)}  ${place}  npm test ${words.join(' ')}: ${passed} passed, ${failed} failed, ${cost}`)
  }
  for (const { name, failures, passedAgain, isFlaky } of findTroubles(runs)) {
    console.log(`\n${isFlaky ? 'FLAKY ' : ''}${name}`)
    for (const { at, commit } of failures) console.log(`  failed ${day(at)} at ${commit}`)
    console.log(
      passedAgain ? `  passed again ${day(passedAgain.at)} at ${passedAgain.commit}` : '  has not passed since',
    )
  }
}

if (import.meta.main) {
  const runs = readRuns()
  if (process.argv.includes('--renew')) {
    const files = new Set(listSources(root))
    writeCommitted(renewCommitted(readCommitted(), measuredDurations(runs), files))
    console.log('tools/test-run/durations.json has the durations of the last runs')
  } else if (runs.length === 0) console.log('no run of npm test has been kept')
  else tell(runs)
}
