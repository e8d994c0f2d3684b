import type { ProductPromise } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { hurtPhoneLink } from './cut-phone-link.ts'
import { withVirtualPhone } from './virtual-phone.ts'

const SHORT_ROUNDS = 24
const LONG_ROUNDS = 600
/** Most of a round is waiting, so many run at a time. */
const AT_ONCE = 12

export const promise: ProductPromise = {
  id: 'R11',
  name: 'r11_cut_links',
  title: 'a link to a phone that is cut, stalls or crawls: nothing hangs over 10 s, nothing happens twice',
  run: ({ isLong, seed, log }) =>
    withVirtualPhone(async (phone) => {
      const rounds = isLong ? LONG_ROUNDS : SHORT_ROUNDS
      const violations: string[] = []
      const told = new Map<string, number>()
      const waiting = Array.from({ length: rounds }, (_, round) => round).values()
      const worker = async (): Promise<void> => {
        for (const round of waiting) {
          const { outcome, broken } = await hurtPhoneLink(phone, round, createRandom(seed * LONG_ROUNDS + round))
          told.set(outcome, (told.get(outcome) ?? 0) + 1)
          violations.push(...broken)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      log([...told].map(([outcome, count]) => `${outcome} ${count}`).join(', '))
      return { rounds, violations }
    }),
}
