import net from 'node:net'
import { TLSSocket } from 'node:tls'
import { eventually } from '@yunji/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { getIdentity } from '../link/tls.ts'
import { createKeys } from '../testing/scripted-phone.ts'
import { exchangeKeys, pairPhone } from './pair.ts'

const CODE = '482913'
const keys = createKeys()
let server: net.Server
afterEach(() => void server.close())

/** A phone that shows its code, and keeps the keys that it is given. */
async function startPairing(code: string) {
  const identity = await getIdentity(createKeys())
  const given: string[] = []
  server = net.createServer((socket) => {
    const secured = new TLSSocket(socket, { isServer: true, ...identity, minVersion: 'TLSv1.3' })
    secured.on('error', () => {})
    secured.once('secure', () => {
      exchangeKeys(secured, 'server', code, 'the phone').then(
        (key) => given.push(key),
        () => secured.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { given, port: (server.address() as net.AddressInfo).port }
}

test('a phone gets our key by its code', async () => {
  const { given, port } = await startPairing(CODE)
  await pairPhone('127.0.0.1', port, CODE, keys)
  await eventually(() => expect(given).toEqual([keys.publicKey]))
})

test('a wrong code gives nothing away', async () => {
  const { given, port } = await startPairing(CODE)
  await expect(pairPhone('127.0.0.1', port, '482914', keys)).rejects.toMatchObject({ kind: 'unauthorised' })
  expect(given).toEqual([])
})

test('where nobody pairs', async () => {
  const { port } = await startPairing(CODE)
  server.close()
  await expect(pairPhone('127.0.0.1', port, CODE, keys)).rejects.toMatchObject({ kind: 'unreachable' })
})
