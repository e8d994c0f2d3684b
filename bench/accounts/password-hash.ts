import { atMost, type Figure } from '@yunji/testkit/figures'
import { hashPassword } from '../../apps/server/src/modules/accounts/users/index.ts'

const ROUNDS = 20
/** Slow on purpose against guessing; must not be noticed at a login. */
const LIMIT_MS = 250

export const measurePasswordHash = async (): Promise<readonly Figure[]> => {
  await hashPassword('warm2026')
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) await hashPassword('yunji2026')
  const { user, system } = process.cpuUsage(before)
  return [atMost('password_hash_cpu_ms', (user + system) / 1000 / ROUNDS, LIMIT_MS)]
}
