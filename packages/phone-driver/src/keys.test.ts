import { createPublicKey } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parsePublicKey, signToken, verifyToken } from '@yunji/phone-protocol/adb/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPhoneKeys, parsePhoneKeys } from './keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('one key for all that ask at once, kept, and for its owner only', async () => {
  const place = path.join(folder, 'adb')
  const all = await Promise.all([loadPhoneKeys(place), loadPhoneKeys(place), loadPhoneKeys(place)])
  const again = await loadPhoneKeys(place)
  expect(new Set([...all, again].map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(await readdir(place)).toEqual(['adbkey'])
  expect((await stat(path.join(place, 'adbkey'))).mode & 0o777).toBe(0o600)
})

test('the public half verifies what the private half signs', async () => {
  const { privateKey, publicKey } = await loadPhoneKeys(path.join(folder, 'adb'))
  const token = new Uint8Array(20).fill(7)
  expect(verifyToken(parsePublicKey(publicKey).key, token, signToken(privateKey, token))).toBe(true)
  expect(parsePublicKey(publicKey).key.equals(createPublicKey(privateKey))).toBe(true)
})

test('a setting holds keys as PEM on one line or as base64, the newest first', async () => {
  const own = await loadPhoneKeys(path.join(folder, 'adb'))
  const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', String.raw`\n`)
  const der = own.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  expect(parsePhoneKeys(pem).publicKey).toBe(own.publicKey)
  const newer = (await loadPhoneKeys(path.join(folder, 'newer'))).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const { publicKey, older } = parsePhoneKeys(`${newer.toString()}, ${der}`)
  expect(publicKey).not.toBe(own.publicKey)
  expect(older?.map((each) => each.publicKey)).toEqual([own.publicKey])
  expect(() => parsePhoneKeys('nonsense')).toThrow(Error)
})
