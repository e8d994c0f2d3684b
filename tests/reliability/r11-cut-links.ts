import { createMigratedDatabase } from '@yunji/testkit/database'
import { startFaultProxy } from '@yunji/testkit/fault-proxy'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { withClientLinks } from './cut-client-link.ts'
import { hurtDatabaseLink } from './cut-database-link.ts'
import { hurtPhoneLink } from './cut-phone-link.ts'
import { type PhoneHarness, withPhoneHarness } from './phone-harness.ts'
import { withVirtualPhone } from './virtual-phone.ts'

/** A round mostly waits. */
const AT_ONCE = 12

/** More than rounds of one kind: no two of a trial share a seed. */
const SEEDS = 1_000

export const promise = definePromise({
  id: 'R11',
  name: 'r11_cut_links',
  title: 'a link to phone, database or client that is cut, stalls or crawls: nothing hangs over 10 s or happens twice',
  sizes: { small: { phone: 24, client: 8, database: 3 }, long: { phone: 600, client: 200, database: 60 } },
  async run(trial) {
    const rounds = trial.size
    const broken = await Promise.all([hurtPhoneLinks(trial, rounds.phone), hurtServerLinks(trial, rounds)])
    return { rounds: rounds.phone + rounds.client + rounds.database, violations: broken.flat() }
  },
})

const manyAtOnce = async (rounds: number, work: (round: number) => Promise<void>): Promise<void> => {
  const waiting = Array.from({ length: rounds }, (_, round) => round).values()
  const worker = async (): Promise<void> => {
    for (const round of waiting) await work(round)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const hurtPhoneLinks = ({ seed, log }: Trial, rounds: number): Promise<string[]> =>
  withVirtualPhone(async (phone) => {
    const violations: string[] = []
    const counts = new Map<string, number>()
    await manyAtOnce(rounds, async (round) => {
      const { outcome, broken } = await hurtPhoneLink(phone, round, createRandom(seed * SEEDS + round))
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      violations.push(...broken)
    })
    log([...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', '))
    return violations
  })

const hurtClientLinks = ({ seed, log }: Trial, harness: PhoneHarness, rounds: number): Promise<string[]> =>
  withClientLinks(harness, async (hurt) => {
    const violations: string[] = []
    await manyAtOnce(rounds, async (round) => {
      violations.push(...(await hurt(round, createRandom(seed * SEEDS + round))))
    })
    log(`${rounds} links to clients hurt`)
    return violations
  })

const hurtServerLinks = async (trial: Trial, rounds: { client: number; database: number }): Promise<string[]> => {
  const database = await createMigratedDatabase()
  const serverUrl = new URL(database.url)
  const proxy = await startFaultProxy({ host: serverUrl.hostname, port: Number(serverUrl.port) })
  serverUrl.port = String(proxy.port)
  try {
    return await withPhoneHarness(
      async (harness) => {
        const ofClients = await hurtClientLinks(trial, harness, rounds.client)
        return [...ofClients, ...(await hurtDatabaseLink(trial, harness, proxy, rounds.database))]
      },
      { serverUrl: serverUrl.href, url: database.url },
    )
  } finally {
    await proxy.close()
    await database.drop()
  }
}
