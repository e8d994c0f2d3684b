import { endOtherSessions } from '@yunji/contract/accounts/profile/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { createTestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { atMost, type Figure } from '@yunji/testkit/figures'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { startSystem } from '@yunji/testkit/system'
import startTestDatabases from '../../apps/server/src/testing/database-setup.ts'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { callRequest } from '../../tests/support/call-request.ts'
import { readEnvelope } from '../../tests/support/envelope.ts'

const PROCESSES = 3
const ROUNDS = 20
const LIMIT_SECONDS = 1

/** Time until all other processes refuse the token of an ended session. */
export const measureRevocation = async (): Promise<readonly Figure[]> => {
  const stopDatabases = await startTestDatabases()
  const database = await createTestDatabase()
  const systems = await Promise.all(
    Array.from({ length: PROCESSES }, () => startSystem({ env: { DATABASE_URL: database.url } })),
  )
  const pools = systems.map(({ port }) => createConnectionPool(port))
  const [here, ...others] = pools
  const [account] = await createAccounts(database.url, 1)
  try {
    let slowestSeconds = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const [mine = '', theirs = ''] = await createSessions(database.url, account?.userId ?? 0, 2)
      const ask = async (pool: (typeof pools)[number]) =>
        readEnvelope(await pool.send(callRequest(getUserInfo, {}, { token: theirs })))?.code
      for (const pool of others) if ((await ask(pool)) !== ErrorCode.OK) throw new Error('the session never stood')
      await here?.send(callRequest(endOtherSessions, {}, { token: mine }))
      const startedAt = performance.now()
      for (const pool of others) {
        await eventually(async () => {
          if ((await ask(pool)) !== ErrorCode.LOGIN_TOKEN_INVALID) throw new Error('still good')
        })
      }
      slowestSeconds = Math.max(slowestSeconds, (performance.now() - startedAt) / 1000)
    }
    return [atMost('revocation_seconds', slowestSeconds, LIMIT_SECONDS)]
  } finally {
    for (const pool of pools) pool.close()
    await Promise.all(systems.map((system) => system.stop()))
    await database.drop()
    await stopDatabases()
  }
}
