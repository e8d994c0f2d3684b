import { randomUUID } from 'node:crypto'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import type { BrowserContextOptions } from 'playwright-core'
import { type Account, createAccounts, createSessions } from '../support/accounts.ts'
import type { useRunningSystem } from './running-system.ts'
import { demo, type Visit } from './visit.ts'

type System = ReturnType<typeof useRunningSystem>

export interface Person extends Account, Visit {
  readonly token: string
}

interface Inbox {
  readonly messages: readonly { readonly mobilePhone: string; readonly code: string }[]
}

/** Storage state of a logged-in browser. */
const storedLogin = (origin: string, token: string, userId: number) => ({
  storageState: {
    cookies: [],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'token', value: JSON.stringify({ data: token }) },
          { name: 'userId', value: JSON.stringify({ data: userId }) },
        ],
      },
    ],
  },
})

/** Logged-in users, each with a browser context of their own; `count` accounts were created before. */
export const createPeople = (system: System, count = 0) => {
  const signUp = async ({ hasPassword = true } = {}): Promise<Person> => {
    const url = system.databaseUrl()
    const [account] = await createAccounts(url, 1, count++)
    if (!account) throw new Error('nobody came')
    const { userId } = account
    if (!hasPassword)
      await withClient(url, (client) => client.query('update users set password_hash = null where id = $1', [userId]))
    const [token = ''] = await createSessions(url, userId, 1)
    return { ...account, token, ...(await system.visit(storedLogin(system.url(), token, userId))) }
  }

  const call = async ({ method, path, idempotent }: Call, input: object, token = ''): Promise<Envelope> => {
    const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(input))}` : ''
    const response = await fetch(system.url() + path + query, {
      method,
      headers: {
        token,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(idempotent && { 'idempotency-key': randomUUID() }),
      },
      ...(method === 'POST' && { body: JSON.stringify(input) }),
    })
    return (await response.json()) as Envelope
  }

  /** The demo account with its devices. */
  const logInAsDemo = async (): Promise<Person> => {
    const url = system.databaseUrl()
    const { rows } = await withClient(url, (client) =>
      client.query<{ id: string }>('select id from users where mobile_phone = $1', [demo.phone]),
    )
    const userId = Number(rows[0]?.id)
    const [token = ''] = await createSessions(url, userId, 1)
    const { phone: mobilePhone, password } = demo
    return { userId, mobilePhone, password, token, ...(await system.visit(storedLogin(system.url(), token, userId))) }
  }

  return {
    signUp,
    logInAsDemo,
    /** A browser of its own for somebody who is logged in, such as one in another time zone. */
    visitAs: (userId: number, token: string, options: BrowserContextOptions): Promise<Visit> =>
      system.visit({ ...storedLogin(system.url(), token, userId), ...options }),
    /** An unused phone number. */
    freePhone: (): string => String(19_500_000_000 + count++),
    /** Token of a second session. */
    elsewhere: async ({ userId }: Person): Promise<string> =>
      (await createSessions(system.databaseUrl(), userId, 1))[0] ?? '',
    call,
    /** The newest SMS code of a number. */
    lastCode: async (mobilePhone: string): Promise<string> => {
      const { messages } = (await (await fetch(system.url() + sideRoutes.demoSms.path)).json()) as Inbox
      return messages.find((message) => message.mobilePhone === mobilePhone && message.code)?.code ?? ''
    },
  }
}
