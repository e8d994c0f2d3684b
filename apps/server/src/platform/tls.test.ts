import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from './clock.ts'
import { selfSignedCertificate } from './tls.ts'

let folder = ''
const clock = createFakeClock(new Date())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-tls-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('names localhost and every address of the machine', async () => {
  const { cert, key } = await selfSignedCertificate(folder, ['192.0.2.7'], clock)
  const parsed = new X509Certificate(cert)
  expect(parsed.checkHost('localhost')).toBe('localhost')
  expect(parsed.checkIP('192.0.2.7')).toBe('192.0.2.7')
  expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(key).toContain('PRIVATE KEY')
  expect((await stat(join(folder, 'tls', 'key.pem'))).mode & 0o777).toBe(0o600)
})

it('is kept, and made anew for another address or near its end', async () => {
  const first = await selfSignedCertificate(folder, ['192.0.2.7'], clock)
  expect(await selfSignedCertificate(folder, ['192.0.2.7'], clock)).toEqual(first)
  const moved = await selfSignedCertificate(folder, ['192.0.2.8'], clock)
  expect(moved.cert).not.toBe(first.cert)
  clock.advance(380 * DAY_MS)
  expect((await selfSignedCertificate(folder, ['192.0.2.8'], clock)).cert).not.toBe(moved.cert)
})
