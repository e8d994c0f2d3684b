import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { type System, startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { PhoneProcess, SECRET } from '../conformance/phone-process.ts'
import { createLoggedIn } from '../support/accounts.ts'
import { buyPhones } from '../support/phones.ts'
import { fillWallet } from '../support/wallet.ts'

const PHONES = 5
const BEANS = 100_000
/** Large enough to be under way for a while. */
const APP_BYTES = 20_000_000

type Row = Readonly<Record<string, unknown>>

interface Parts {
  readonly url: string
  readonly folder: string
  readonly phones: PhoneProcess
  readonly start: () => Promise<System>
}

/** The product with a customer's phones, which stand outside it and survive its kills. */
export const withKilledProduct = async <Result>(work: (product: KilledProduct) => Promise<Result>): Promise<Result> => {
  const database = await createMigratedDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-killed-changes-'))
  const phones = await PhoneProcess.start(path.join(folder, 'phones'))
  const env = { DATABASE_URL: database.url, YUNJI_PHONES: `http://${phones.control}`, YUNJI_FARM_SECRET: SECRET }
  const start = () => startSystem({ env, dataDir: path.join(folder, 'data') })
  const product = await createProduct({ url: database.url, folder, phones, start })
  try {
    return await work(product)
  } finally {
    await product.stop()
    await phones.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const createProduct = async ({ url, folder, phones, start }: Parts) => {
  let system = await start()
  const [account] = await createLoggedIn(url, 1)
  const { userId = 0, token = '' } = account ?? {}
  const query = <Found extends Row = Row>(text: string, values: readonly unknown[] = []): Promise<Found[]> =>
    withClient(url, async (client) => (await client.query<Found>(text, [...values])).rows)
  await query('update zone_stock set capacity = 10000')
  await fillWallet(url, userId, 'beans', BEANS)
  const bought = await buyPhones({ url: system.url, databaseUrl: url, userId, token }, PHONES)

  const send = async <Data>(address: string, init: RequestInit): Promise<Data> => {
    const response = await fetch(system.url + address, { method: 'POST', ...init })
    const { code, msg, data } = (await response.json()) as Envelope<Data>
    if (code !== 200) throw new Error(`${address}: ${code} ${msg}`)
    return data as Data
  }
  const noteOf = (phoneId: string): string =>
    path.join(folder, 'phones', 'phones', phoneId, 'files', 'data', 'media', '0', 'Documents', 'note.txt')

  return {
    url,
    userId,
    deviceIds: bought.map(({ id }) => id),
    phones,
    query,

    call: <Data>({ path: address }: Call, body: object): Promise<Data> =>
      send(address, {
        headers: { 'content-type': 'application/json', token, [header.idempotencyKey]: randomUUID() },
        body: JSON.stringify(body),
      }),

    /** Returns the id of the uploaded package. */
    async uploadApp(packageName: string): Promise<string> {
      const payload = new Uint8Array(APP_BYTES)
      const body = new Uint8Array(makeApk({ packageName, label: packageName, activities: ['.Main'], payload }))
      const address = `${sideRoutes.appFile.path}?name=${packageName}.apk`
      const headers = { 'content-type': 'application/octet-stream', token }
      return (await send<{ fileId: string }>(address, { headers, body })).fileId
    },

    /** Packages of a phone, as the product reads them. */
    async listApps(deviceId: number): Promise<string[]> {
      const response = await fetch(`${system.url}/vmcloud/api/app/getCommonApps?deviceIds=${deviceId}`, {
        headers: { token },
      })
      const { data } = (await response.json()) as Envelope<{
        records: { packageName: string }[]
        answeredCount: number
      }>
      if (data?.answeredCount !== 1) throw new Error(`phone of device ${deviceId} does not answer`)
      return data.records.map(({ packageName }) => packageName)
    },

    async phoneIds(): Promise<string[]> {
      const { body } = await phones.request('GET', '/phones')
      return (body as { id: string }[]).map(({ id }) => id)
    },

    async writeNote(phoneId: string, note: string): Promise<void> {
      await mkdir(path.dirname(noteOf(phoneId)), { recursive: true })
      await writeFile(noteOf(phoneId), note)
    },
    readNote: (phoneId: string): Promise<string> => readFile(noteOf(phoneId), 'utf8').catch(() => ''),

    /** `kill -9`. Heartbeats of the dead process expire at once, so that nobody waits for them. */
    async killAndRestart(): Promise<void> {
      const gone = once(system.process, 'exit')
      system.process.kill('SIGKILL')
      await gone
      await query(
        `update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 s'
         where state = 'active' and name like 'task.%'`,
      )
      system = await start()
    },
    stop: () => system.stop(),
  }
}

export type KilledProduct = Awaited<ReturnType<typeof createProduct>>
