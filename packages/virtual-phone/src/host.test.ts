import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { encodePublicKey } from '@yunji/phone-protocol/adb/auth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PhoneHost, startPhoneHost } from './host.ts'
import { RawClient } from './testing/raw-client.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const authorisedKeys = [encodePublicKey(keys.publicKey, 'test')]
const secret = 'a secret'

let dataDir: string
let host: PhoneHost

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'yunji-host-'))
  host = await startPhoneHost({ dataDir, secret, bootMs: 1 })
})
afterEach(async () => {
  await host.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(method: string, route: string, body?: unknown, bearer = secret) {
  const answer = await fetch(`http://${host.control}${route}`, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function shell(port: number, command: string): Promise<string | null> {
  const client = await RawClient.connect(port)
  await client.authenticate(keys.privateKey)
  return client.shell(command).finally(() => client.close())
}

test('a phone is ordered, listed, changed and erased', async () => {
  const made = await ask('PUT', '/phones/a-1', { authorisedKeys, model: '云机 Pro' })
  expect(made).toMatchObject({ status: 200, body: { id: 'a-1', host: '127.0.0.1', port: expect.any(Number) } })
  const port = Number(made.body['port'])
  expect(await shell(port, 'getprop ro.product.model; echo x > /sdcard/x')).toBe('云机 Pro\n')
  expect(await ask('PUT', '/phones/a-1', { authorisedKeys })).toEqual(made)
  expect((await ask('GET', '/phones')).body).toEqual([made.body])
  expect(await ask('PUT', '/phones/a-1', { androidVersion: '13' })).toEqual(made)
  expect(await shell(port, 'getprop ro.build.version.release; getprop ro.product.model; cat /sdcard/x')).toBe(
    '13\n云机 Pro\nx\n',
  )
  expect((await ask('DELETE', '/phones/a-1')).status).toBe(200)
  expect((await ask('DELETE', '/phones/a-1')).status).toBe(404)
  expect(readdirSync(path.join(dataDir, 'phones'))).toEqual([])
  await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED')
})

test('a phone becomes larger or smaller with what is on it, and never too small for that', async () => {
  const { port } = await host.put('a-1', { authorisedKeys })
  await shell(port, 'echo kept > /sdcard/x')
  expect((await ask('PUT', '/phones/a-1', { storageBytes: 256 * 1024 ** 3 })).status).toBe(200)
  expect(await shell(port, 'cat /sdcard/x; grep MemTotal /proc/meminfo')).toMatch(/^kept\nMemTotal:\s+4194304 kB/)
  expect((await ask('PUT', '/phones/a-1', { storageBytes: 4 })).status).toBe(507)
  expect(await shell(port, 'cat /sdcard/x')).toBe('kept\n')
})

test('a new host finds the phones of the old one on their ports', async () => {
  const addresses = await Promise.all(['a', 'b', 'c'].map((id) => host.put(id, { authorisedKeys })))
  expect(new Set(addresses.map(({ port }) => port)).size).toBe(3)
  await host.close()
  host = await startPhoneHost({ dataDir, secret })
  expect(host.list()).toEqual(addresses)
})

test('a phone that is switched off stays off over a restart of the host, and comes back with what is on it', async () => {
  const { port } = await host.put('a', { authorisedKeys })
  await shell(port, 'echo kept > /sdcard/x')
  expect((await ask('POST', '/phones/a/power', { isOn: false })).status).toBe(200)
  await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED')
  await host.close()
  host = await startPhoneHost({ dataDir, secret, bootMs: 1 })
  expect(host.list()).toEqual([{ id: 'a', host: '127.0.0.1', port, isOn: false }])
  await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED')
  expect((await ask('POST', '/phones/a/power', { isOn: true })).status).toBe(200)
  expect(await shell(port, 'cat /sdcard/x')).toBe('kept\n')
  expect((await ask('POST', '/phones/a/power', { isOn: 'yes' })).status).toBe(400)
  expect((await ask('POST', '/phones/b/power', { isOn: true })).status).toBe(404)
})

test('a phone whose state is damaged does not keep the others down', async () => {
  for (const id of ['a', 'b']) await host.put(id, { authorisedKeys })
  await host.close()
  writeFileSync(path.join(dataDir, 'phones', 'a', 'state.json'), 'damaged')
  const errors: unknown[] = []
  host = await startPhoneHost({ dataDir, secret, onError: (error) => errors.push(error) })
  expect(host.list().map(({ id }) => id)).toEqual(['b'])
  expect(errors.length).toBe(1)
  expect((await ask('PUT', '/phones/a', { authorisedKeys })).status).toBe(500)
  expect((await ask('DELETE', '/phones/a')).status).toBe(200)
  expect((await ask('PUT', '/phones/a', { authorisedKeys })).status).toBe(200)
})

test('faults are asked for by name', async () => {
  const { port } = await host.put('a', { authorisedKeys })
  expect((await ask('POST', '/phones/a/fault', { kind: 'refuse' })).status).toBe(200)
  await expect(RawClient.connect(port)).rejects.toThrow('ECONNREFUSED')
  expect((await ask('POST', '/phones/a/fault', { kind: 'none' })).status).toBe(200)
  expect(await shell(port, 'echo back')).toBe('back\n')
})

describe('refused', () => {
  test.each([
    ['without the secret', 'GET', '/phones', undefined, '', 401],
    ['with another secret', 'DELETE', '/phones/a', undefined, 'another', 401],
    ['another path', 'GET', '/', undefined, secret, 404],
    ['another method', 'POST', '/phones', {}, secret, 404],
    ['a name that is a path', 'PUT', '/phones/..%2f..%2fx', {}, secret, 400],
    ['a name with dots', 'PUT', '/phones/.hidden', {}, secret, 400],
    ['no JSON', 'PUT', '/phones/a', 'no', secret, 400],
    ['no object', 'PUT', '/phones/a', '[]', secret, 400],
    ['a key that is none', 'PUT', '/phones/a', { authorisedKeys: ['x'] }, secret, 400],
    ['a size of nothing', 'PUT', '/phones/a', { width: 0 }, secret, 400],
    ['too much', 'PUT', '/phones/a', { model: 'x'.repeat(70_000) }, secret, 413],
    ['a fault that is none', 'POST', '/phones/a/fault', { kind: 'sad' }, secret, 400],
    ['a state that is none', 'POST', '/phones/a/state', { isAwake: 'no' }, secret, 400],
    ['a file of no kind', 'POST', '/phones/a/state', { file: { path: '/x', kind: 'odd' } }, secret, 400],
    ['a state of nobody', 'POST', '/phones/a/state', { isAwake: false }, secret, 404],
    ['a way to root that is none', 'PUT', '/phones/a', { root: 'maybe' }, secret, 400],
    ['a feature that is none', 'PUT', '/phones/a', { adbFeatures: ['magic'] }, secret, 400],
    ['a fault of nobody', 'POST', '/phones/a/fault', { kind: 'hang' }, secret, 404],
  ] as const)('%s', async (_, method, route, body, bearer, status) => {
    expect((await ask(method, route, body, bearer)).status).toBe(status)
    expect(host.list()).toEqual([])
  })
})
