import { withClient } from '@yunji/testkit/with-client'
import type { MiniProgram } from '@yunji/weapp-runner'
import { afterEach, beforeEach } from 'vitest'
import { createPeople } from '../e2e/people.ts'
import { useRunningSystem } from '../e2e/running-system.ts'
import { demo } from '../e2e/visit.ts'
import { type Account, createAccounts, createSessions } from '../support/accounts.ts'
import { type Address, type Client, createClient, type HostName } from './client.ts'
import { h5, miniProgram, openProgram } from './hosts.ts'

export interface Person extends Account {
  readonly token: string
}

interface ClientsOptions {
  readonly env?: Record<string, string>
  /** Code that `wx.login` returns. */
  readonly loginCode?: string
}

/** Beyond those of `createPeople`, whose phone numbers begin at the same one. */
const FIRST_ACCOUNT = 1000

/** A server and a browser for the stories of a file, on which both hosts run; clients are closed after their test. */
export const useClients = ({ loginCode, ...options }: ClientsOptions = {}) => {
  const system = useRunningSystem(options)
  const people = createPeople(system)
  const database = <Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> =>
    withClient(system.databaseUrl(), async (client) => (await client.query<Row>(statement, [...values])).rows)
  let signedUp = 0
  let opened: Pick<Client, 'describe' | 'close'>[] = []
  const programOptions = (person?: Person) => ({
    browser: system.browser(),
    origin: system.url(),
    storage: person ? { token: person.token, userId: person.userId } : {},
    ...(loginCode !== undefined && { loginCode }),
  })

  const withToken = async (account: Account): Promise<Person> => {
    const [token = ''] = await createSessions(system.databaseUrl(), account.userId, 1)
    return { ...account, token }
  }

  beforeEach(() => {
    opened = []
  })
  afterEach(async ({ task }) => {
    for (const client of opened) {
      if (task.result?.state === 'fail') console.error(await client.describe())
      await client.close()
    }
  })

  return {
    ...system,
    call: people.call,
    lastCode: people.lastCode,
    database,
    signUp: async (): Promise<Person> => {
      const [account] = await createAccounts(system.databaseUrl(), 1, FIRST_ACCOUNT + signedUp++)
      if (!account) throw new Error('nobody came')
      return withToken(account)
    },
    /** The demo account with its devices. */
    demoUser: async (): Promise<Person> => {
      const [user] = await database<{ id: string }>('select id from users where mobile_phone = $1', [demo.phone])
      return withToken({ userId: Number(user?.id), mobilePhone: demo.phone, password: demo.password })
    },
    /** The client on a device of its own; without a person, nobody is logged in. */
    open: async (host: HostName, person?: Person): Promise<Client> => {
      const client = createClient(
        host === 'H5'
          ? h5(await (person ? people.visitAs(person.userId, person.token, {}) : system.visit()))
          : miniProgram(programOptions(person)),
      )
      opened.push(client)
      return client
    },
    /** The mini-program itself, for what it alone can do. */
    openProgram: async (page: Address, person?: Person): Promise<MiniProgram> => {
      const program = await openProgram(programOptions(person), `pages/${page}`)
      opened.push({ describe: () => program.text().catch(String), close: () => program.close() })
      return program
    },
  }
}
