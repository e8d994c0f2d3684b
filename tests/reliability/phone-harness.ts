import { readFile } from 'node:fs/promises'
import { login } from '@yunji/contract/accounts/session/calls'
import { createTicket, getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { childrenOf } from '@yunji/testkit/process-table'
import { type System, startSystem } from '@yunji/testkit/system'
import { demoAccount } from '../../apps/server/src/seed/demo.ts'
import { openStream } from '../../apps/server/src/testing/stream-client.ts'

const PHONES_DEADLINE_MS = 120_000
const SHOWN_OUTPUT_CHARS = 4_000

/** `serverUrl` may lead through a proxy; `url` is direct. */
interface HarnessDatabase {
  readonly serverUrl: string
  readonly url: string
}

/** The product with its demo account and three running virtual phones. */
export const withPhoneHarness = async <Result>(
  work: (harness: PhoneHarness) => Promise<Result>,
  database?: HarnessDatabase,
): Promise<Result> => {
  if (database) return runPhoneHarness(work, database)
  const { url, drop } = await createMigratedDatabase()
  return runPhoneHarness(work, { serverUrl: url, url }).finally(drop)
}

const runPhoneHarness = async <Result>(
  work: (harness: PhoneHarness) => Promise<Result>,
  { serverUrl, url }: HarnessDatabase,
): Promise<Result> => {
  const env = { YUNJI_PHONES: 'virtual', TRUSTED_PROXIES: '127.0.0.1', DATABASE_URL: serverUrl }
  const system = await startSystem({ env })
  try {
    const harness = await createHarness(system, url)
    await eventually(async () => assertAllRunning(await harness.devices()), { deadlineMs: PHONES_DEADLINE_MS })
    return await work(harness)
  } catch (error) {
    const { exitCode, signalCode } = system.process
    if (exitCode === null && signalCode === null) throw error
    throw new Error(`the server ended with ${exitCode ?? signalCode}:\n${system.output().slice(-SHOWN_OUTPUT_CHARS)}`, {
      cause: error,
    })
  } finally {
    await system.stop()
  }
}

const assertAllRunning = (devices: readonly DeviceRecord[]): void => {
  const states = devices.map(({ state }) => state)
  if (states.length === 0 || states.some((state) => state !== 'running')) throw new Error(`devices are ${states}`)
}

const createHarness = async (system: System, databaseUrl: string) => {
  const post = async (path: string, body: object, token = ''): Promise<unknown> => {
    const answer = await fetch(system.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { token }) },
      body: JSON.stringify(body),
    })
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string }
    if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
    return data
  }
  const { mobilePhone, password } = demoAccount
  const { token } = (await post(login.path, { mobilePhone, password })) as { token: string }
  const ticketFor = async (deviceId: number): Promise<string> =>
    ((await post(createTicket.path, { deviceId, mode: 'control' }, token)) as { ticket: string }).ticket

  return {
    system,
    databaseUrl,
    call: (path: string, body: object) => post(path, body, token),
    async devices(): Promise<DeviceRecord[]> {
      const answer = await fetch(`${system.url}${getDeviceList.path}?rows=100`, { headers: { token } })
      return ((await answer.json()) as { data: { records: DeviceRecord[] } }).data.records
    },
    createTicket: ticketFor,
    openScreen: async (deviceId: number) => openStream(system.port, await ticketFor(deviceId)),
    /** The process of all virtual phones. */
    async phoneProcessPid(): Promise<number | undefined> {
      for (const pid of childrenOf(system.process.pid ?? 0)) {
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (line.includes('virtual-phone')) return pid
      }
      return undefined
    },
  }
}

export type PhoneHarness = Awaited<ReturnType<typeof createHarness>>
