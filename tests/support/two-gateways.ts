import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@yunji/contract/accounts/session/calls'
import { createTicket, getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { type System, startSystem } from '@yunji/testkit/system'
import { demoAccount } from '../../apps/server/src/seed/demo.ts'
import { PhoneProcess, SECRET } from '../conformance/phone-process.ts'

const PHONES_DEADLINE_MS = 240_000

/** The product as two processes with one database, and a running phone of the demo account that both reach. */
export interface TwoGateways {
  readonly systems: readonly System[]
  readonly databaseUrl: string
  readonly deviceId: number
  readonly ownerToken: string
  /** Ticket with the controls, for either process. */
  createTicket(token: string): Promise<string>
}

export const withTwoGateways = async <Result>(work: (gateways: TwoGateways) => Promise<Result>): Promise<Result> => {
  const database = await createMigratedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'yunji-gateways-'))
  const phones = await PhoneProcess.start(join(folder, 'phones'))
  const systems: System[] = []
  try {
    const env = {
      DATABASE_URL: database.url,
      YUNJI_PHONES: `http://${phones.control}`,
      YUNJI_FARM_SECRET: SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
    }
    while (systems.length < 2) systems.push(await startSystem({ env, dataDir: join(folder, 'data') }))
    return await work({ systems, databaseUrl: database.url, ...(await findPhone(systems[0] as System)) })
  } finally {
    await Promise.all(systems.map((system) => system.stop()))
    await phones.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const findPhone = async (system: System): Promise<Pick<TwoGateways, 'deviceId' | 'ownerToken' | 'createTicket'>> => {
  const call = async (path: string, token: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${system.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', token },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string }
    if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
    return data
  }
  const { mobilePhone, password } = demoAccount
  const { token: ownerToken } = (await call(login.path, '', { mobilePhone, password })) as { token: string }
  const { deviceId } = await eventually(
    async () => {
      const { records } = (await call(`${getDeviceList.path}?rows=100`, ownerToken)) as { records: DeviceRecord[] }
      const running = records.find(({ state }) => state === 'running')
      if (!running) throw new Error('no phone runs yet')
      return running
    },
    { deadlineMs: PHONES_DEADLINE_MS },
  )
  return {
    deviceId,
    ownerToken,
    createTicket: async (token) =>
      ((await call(createTicket.path, token, { deviceId, mode: 'control' })) as { ticket: string }).ticket,
  }
}
