import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from '../phone.ts'
import { createKeys } from '../testing/scripted-phone.ts'

const keys = createKeys()
let folder: string
let host: PhoneHost
let port: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-tls-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test', bootMs: 0 })
  const config = { authorisedKeys: [keys.publicKey], androidVersion: '11', isTlsRequired: true }
  port = (await host.put('subject', config)).port
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

test('a phone that demands TLS is used like any other', async () => {
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  expect((await phone.run(['echo', 'through TLS'])).stdout).toBe('through TLS\n')
  const bytes = randomBytes(3_000_000)
  await phone.push('/sdcard/Download/large', [bytes])
  expect((await buffer(await phone.pull('/sdcard/Download/large'))).equals(bytes)).toBe(true)
  const screen = await phone.openScreen({ maxSize: 320 })
  expect(screen.size.height).toBe(320)
  await screen.close()
  await phone.close()
})

test('one that does not know our key is told as such, and not as lost', async () => {
  const phone = openPhone({ host: '127.0.0.1', port, keys: createKeys() })
  await expect(phone.connect()).rejects.toMatchObject({ kind: 'unauthorised' })
  await phone.close()
})

test('a restart is survived', async () => {
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  await phone.reboot()
  expect((await phone.health()).isBooted).toBe(true)
  await phone.close()
})
