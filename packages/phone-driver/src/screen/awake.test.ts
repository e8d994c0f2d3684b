import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPhone } from '../phone.ts'
import { createKeys } from '../testing/scripted-phone.ts'
import type { Phone } from '../types.ts'

const keys = createKeys()
const NEVER = '2147483647'
let folder: string
let host: PhoneHost
let phone: Phone
let log: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-awake-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test', bootMs: 0 })
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  log = []
  const { port } = await host.put('subject', { authorisedKeys: [keys.publicKey] })
  phone = openPhone({ host: '127.0.0.1', port, keys, log: (line) => log.push(line) })
  await phone.run(['settings', 'put', 'global', 'stay_on_while_plugged_in', '0'])
  await phone.run(['settings', 'put', 'system', 'screen_off_timeout', '60000'])
})
afterEach(async () => {
  await phone.close()
  await host.delete('subject')
})

const timeout = async () => (await phone.run(['settings', 'get', 'system', 'screen_off_timeout'])).stdout.trim()
const has = (expected: string) => eventually(async () => expect(await timeout()).toBe(expected))
const isHeld = () => has(NEVER)
const report = async (service: string) => (await phone.run(['dumpsys', service])).stdout

test('does not sleep while one of its screens is open, and has its own timeout afterwards', async () => {
  const screens = [await phone.openScreen({ maxSize: 320 }), await phone.openScreen({ maxSize: 320 })]
  await isHeld()
  await screens[0]?.close()
  expect(await timeout()).toBe(NEVER)
  await screens[1]?.close()
  await has('60000')
  await eventually(async () =>
    expect((await phone.run(['settings', 'get', 'global', 'yunji_screen_off_timeout'])).stdout).toBe('null\n'),
  )
  expect(log).toEqual([])
})

test('has its own timeout again after a session that could not restore it', async () => {
  await phone.openScreen({ maxSize: 320 })
  await isHeld()
  await host.setFault('subject', { kind: 'refuse', delayMs: 0 })
  await host.setFault('subject', { kind: 'none', delayMs: 0 })
  await eventually(async () => expect(await timeout()).toBe(NEVER))
  const screen = await phone.openScreen({ maxSize: 320 })
  await screen.close()
  await has('60000')
})

test('keeps a timeout that its viewer has chosen, and one that was never set', async () => {
  const screen = await phone.openScreen({ maxSize: 320 })
  await isHeld()
  await phone.run(['settings', 'put', 'system', 'screen_off_timeout', '15000'])
  await screen.close()
  await has('15000')
  await phone.run(['settings', 'delete', 'system', 'screen_off_timeout'])
  const other = await phone.openScreen({ maxSize: 320 })
  await isHeld()
  await other.close()
  expect(await timeout()).toBe('null')
})

test('wakes up, and its lock goes unless it has a credential', async () => {
  await host.setState('subject', { isAwake: false, isLocked: true })
  const screen = await phone.openScreen({ maxSize: 320 })
  await eventually(async () => expect(await report('window')).toContain('isKeyguardShowing=false'))
  expect(await report('power')).toContain('mWakefulness=Awake')
  await screen.close()
  await phone.run(['locksettings', 'set-pin', '1234'])
  await host.setState('subject', { isAwake: false, isLocked: true })
  const locked = await phone.openScreen({ maxSize: 320 })
  await eventually(() => expect(log).toEqual([expect.stringContaining('locked by a credential')]))
  expect(await report('window')).toContain('isKeyguardShowing=true')
  await locked.close()
})

test('shows its screen without these services too, and the log says why it may sleep', async () => {
  await host.setState('subject', { awayServices: ['settings', 'window'] })
  const screen = await phone.openScreen({ maxSize: 320 })
  await eventually(() => expect(log).toHaveLength(2))
  expect(log.join('\n')).toMatch(/^keeping the phone awake failed: .*\ndismissing the keyguard failed: /)
  await host.setState('subject', { awayServices: [] })
  await screen.close()
  await has('60000')
})
