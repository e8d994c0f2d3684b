import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AdbCommand, encodePacket } from '@yunji/phone-protocol/adb/packet'
import { eventually } from '@yunji/testkit/eventually'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from '../phone.ts'
import { createManualClock } from '../testing/clocks.ts'
import { createKeys } from '../testing/scripted-phone.ts'
import { STLS_VERSION } from './tls.ts'

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
  // The first certificate takes long on a busy machine.
  await eventually(() => phone.connect(), { deadlineMs: 60_000 })
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

test('one that never ends the handshake is not told as refusing our key', async () => {
  const asked = Promise.withResolvers<void>()
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(encodePacket(AdbCommand.STLS, STLS_VERSION, 0, undefined, { isChecksummed: true }))
      socket.once('data', () => asked.resolve())
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const clock = createManualClock()
  const phone = openPhone({ host: '127.0.0.1', port: (server.address() as net.AddressInfo).port, keys, clock })
  const connecting = phone.connect()
  connecting.catch(() => {})
  await asked.promise
  clock.advance(5000)
  await expect(connecting).rejects.toMatchObject({ kind: 'unreachable' })
  await phone.close()
  server.close()
})

test('a restart is survived', async () => {
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  await phone.reboot()
  expect((await phone.health()).isBooted).toBe(true)
  await phone.close()
})
