import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { createMigratedDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { entryOf, type System, startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoAccount } from './seed/demo.ts'
import { openStream } from './testing/stream-client.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const SECRET = 'of the farm that API and gateway share'

let database: TestDatabase
let folder = ''
let api: System
const children: ChildProcess[] = []

/** Starts a program and returns the first line of its output. */
const start = async (file: string, args: readonly string[], env: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return line
}

beforeAll(async () => {
  database = await createMigratedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'yunji-gateway-'))
  const phones = join(folder, 'phones')
  const farm = await start(fileOf('../../../packages/virtual-phone/src/main.ts'), ['--data', phones], {
    VIRTUAL_PHONE_SECRET: SECRET,
  })
  const env = {
    DATABASE_URL: database.url,
    YUNJI_DATA_DIR: folder,
    YUNJI_PHONES: `http://${(JSON.parse(farm) as { control: string }).control}`,
    YUNJI_FARM_SECRET: SECRET,
  }
  api = await startSystem({ env, dataDir: folder })
  const said = await start(entryOf(fileOf('gateway-main.ts')), [], { ...env, NODE_ENV: 'test', PORT: '0' })
  const port = /\d+$/.exec(said)?.[0]
  await withClient(database.url, (client) => client.query('update zones set gateway_url = $1', [`${port}`]))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  await api.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

it('shows a phone by a ticket of the API, and is cut off by its logout', async () => {
  const call = async (path: string, body: object | undefined, token = ''): Promise<unknown> => {
    const answer = await fetch(`${api.url}/vmcloud/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', token },
      ...(body && { body: JSON.stringify(body) }),
    })
    return ((await answer.json()) as { data: unknown }).data
  }
  const { mobilePhone, password } = demoAccount
  const { token } = (await call('user/login', { mobilePhone, password })) as { token: string }
  const device = await eventually(
    async () => {
      const { records } = (await call('device/getDeviceList', undefined, token)) as { records: DeviceRecord[] }
      const running = records.find(({ state }) => state === 'running')
      if (!running) throw new Error('no phone runs yet')
      return running
    },
    { deadlineMs: 120_000 },
  )
  const given = await call('stream/createTicket', { deviceId: device.deviceId, mode: 'control' }, token)
  const { ticket, path } = given as { ticket: string; path: string }
  expect(path).not.toBe(String(api.port))
  const screen = await openStream(Number(path), ticket)
  expect((await screen.hello()).device.name).toBe(device.name)
  await eventually(() => expect(screen.frames().length).toBeGreaterThan(0), { deadlineMs: 60_000 })
  await call('user/logoutUser', {}, token)
  expect((await screen.get('ended')).reason).toBe('revoked')
})
