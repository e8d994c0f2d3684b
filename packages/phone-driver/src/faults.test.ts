import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PhoneError } from './errors.ts'
import { openPhone } from './phone.ts'
import { createFastClock } from './testing/clocks.ts'
import { createKeys } from './testing/scripted-phone.ts'
import type { Phone } from './types.ts'

const keys = createKeys()
let folder: string
let host: PhoneHost
let phone: Phone

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-faults-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test' })
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  const { port } = await host.put('subject', { authorisedKeys: [keys.publicKey] })
  phone = openPhone({ host: '127.0.0.1', port, keys, random: () => 0, clock: createFastClock(5) })
  await waitUntilStarted()
})
afterEach(async () => {
  await phone.close()
  await host.delete('subject')
})

const breakPhone = (kind: 'refuse' | 'hang' | 'crash' | 'diskFull' | 'lostLink' | 'none') =>
  host.setFault('subject', { kind, delayMs: 0 })

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof PhoneError ? error.kind : String(error)),
  )

const waitUntilStarted = () =>
  eventually(async () => {
    if (!(await phone.health()).isBooted) throw new Error('it has not started yet')
  })

test('a phone that is full', async () => {
  await breakPhone('diskFull')
  const content = Buffer.alloc(300_000)
  expect(await kindOf(phone.push('/sdcard/Download/a', [content]))).toBe('noSpace')
  expect(await kindOf(phone.install([content], content.length))).toBe('noSpace')
  await breakPhone('none')
  expect(await kindOf(phone.push('/sdcard/Download/a', [content]))).toBe('no error')
})

test('a phone that cuts and refuses connections', async () => {
  const screen = await phone.openScreen({ maxSize: 320 })
  const ended = new Promise((resolve) => screen.onEnd(resolve))
  await breakPhone('refuse')
  expect(await ended).toMatchObject({ kind: 'lost' })
  expect(['unreachable', 'lost']).toContain(await kindOf(phone.health()))
  await breakPhone('none')
  await waitUntilStarted()
})

test('a phone that dies in the middle, and starts again', async () => {
  const running = kindOf(phone.run(['sleep', '20']))
  await breakPhone('crash')
  expect(await running).toBe('lost')
  await waitUntilStarted()
})

test.each(['hang', 'lostLink'] as const)('a phone that does not answer any more (%s)', async (fault) => {
  const running = kindOf(phone.run(['sleep', '20'], { timeoutMs: 60_000 }))
  await breakPhone(fault)
  expect(await running).toBe('lost')
  await breakPhone('none')
  await waitUntilStarted()
})

test('a phone whose clipboard holds nothing, and one whose clipboard service is away', async () => {
  expect(await phone.getClipboard()).toBe('')
  await phone.setClipboard('copied before')
  await host.setState('subject', { awayServices: ['clipboard'] })
  expect(await kindOf(phone.getClipboard())).toBe('unsupported')
  await host.setState('subject', { awayServices: [] })
  expect(await phone.getClipboard()).toBe('copied before')
})
