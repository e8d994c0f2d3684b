import { definePromise } from '@yunji/testkit/promise'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import { createSessions } from '../support/accounts.ts'
import { endSchedules, type Target, withSharedTarget } from '../support/target.ts'
import { foreignWrites } from './foreign-origins.ts'
import { readEverything } from './reads.ts'

/** Old enough to be renewed on use. */
const AGE_DAYS = 2
/** Renewal of the session is the only allowed change. */
const LEFT_OUT = { sessions: ['renewed_at', 'expires_at'] }
/** Notices of payment providers that fail verification are counted there, wherever they come from. */
const COUNTED = 'payment_notices '

export const promise = definePromise({
  id: 'S7',
  name: 's7_reads_and_origins',
  title: 'reads change nothing, and writes refuse a foreign Origin',
  sizes: { small: 2, long: 100 },
  run: ({ size: inputs, seed, log }) =>
    withSharedTarget(async (target) => {
      await endSchedules(target)
      const [token = ''] = await createSessions(target.databaseUrl, target.account.userId, 1, { ageDays: AGE_DAYS })
      const reads = await unchangedBy(target, 'reading', () => readEverything(target, token, inputs, seed))
      log(`${reads.rounds} reads`)
      const writes = await unchangedBy(target, 'a foreign origin', () => foreignWrites(target, inputs, seed))
      log(`${writes.rounds} writes from foreign and own origins`)
      return { rounds: reads.rounds + writes.rounds, violations: [...reads.violations, ...writes.violations] }
    }),
})

interface Part {
  readonly rounds: number
  readonly violations: readonly string[]
}

const unchangedBy = async ({ databaseUrl }: Target, what: string, work: () => Promise<Part>): Promise<Part> => {
  const before = await digestTables(databaseUrl, { without: LEFT_OUT })
  const { rounds, violations } = await work()
  const after = await digestTables(databaseUrl, { without: LEFT_OUT })
  const changes = differences(before, after).filter((text) => !text.startsWith(COUNTED))
  return { rounds, violations: [...violations, ...changes.map((text) => `${what}: ${text}`)] }
}
