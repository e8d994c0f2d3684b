import { login } from '@yunji/contract/accounts/session/calls'
import { userRoutes } from '../../apps/server/src/modules/accounts/users/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createSessions } from '../../apps/server/src/platform/sessions/sessions.ts'
import { createSignedTokens } from '../../apps/server/src/platform/signed-tokens.ts'
import { singleKey } from '../../apps/server/src/platform/signing-keys.ts'

const { log } = openLog('silent')
const unused = () => Promise.reject(new Error('not asked for'))

/** Number of password hashes computed for one wrong login. */
export const hashesChecked = async (databaseUrl: string, mobilePhone: string): Promise<number> => {
  const database = openDatabase(databaseUrl, log)
  let checked = 0
  const bindings = userRoutes({
    database,
    clock: systemClock,
    sessions: createSessions(database, systemClock),
    smsCodes: { send: unused, use: unused },
    wechatLogin: { officialAccount: null, identifyByApplet: unused, identifyByOfficialAccount: unused },
    outbox: { add: unused, addAll: unused, wake: unused },
    recordLoginConsents: unused,
    signedTokens: createSignedTokens(singleKey(Buffer.alloc(32)), systemClock),
    verifyPassword: async () => {
      checked += 1
      return false
    },
  })
  const run = bindings.find(({ call }) => call === login)?.run
  const context = { caller: null, operator: null, rights: new Map(), address: '', headers: {}, log }
  await run?.({ mobilePhone, password: 'wrong2026' }, context).catch(() => undefined)
  await database.close()
  return checked
}
