import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { PhoneError } from '@yunji/phone-driver/errors'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import { startPhoneHost } from '@yunji/virtual-phone/host'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checks } from './checks.ts'

const runCheck = async (name: string, phone: Partial<Phone>) =>
  checks.find((check) => check.name === name)?.run(phone as Phone) ?? Promise.reject(new Error(`no check ${name}`))

type Outcome = Awaited<ReturnType<Phone['run']>>

/** Answers each command with its text; others as Android answers for an unset property. */
const answering = (answers: Readonly<Record<string, string | Outcome>>, more: Partial<Phone> = {}): Partial<Phone> => ({
  run: async (argv) => {
    const answer = answers[argv.join(' ')] ?? answers[argv.at(-1) ?? ''] ?? ''
    return typeof answer === 'string' ? { exitCode: 0, stdout: `${answer}\n`, stderr: '' } : answer
  },
  ...more,
})

test('a backup that fails is a finding and does not end the probe', async () => {
  const reason = new PhoneError('commandFailed', 'tar failed')
  const plan = {
    androidVersion: '10',
    sdk: 29,
    abis: [],
    appData: 'noRoot',
    packages: [],
    apps: [],
    usedBytes: 0,
  } as const
  const finished = Promise.reject(reason)
  finished.catch(() => {}) // as the driver does
  const body = new Readable({
    read() {
      this.destroy(reason)
    },
  })
  await expect(runCheck('backup', { createBackup: async () => ({ plan, body, finished }) })).rejects.toBe(reason)
})

test('an image without an H.264 encoder is not fit', async () => {
  const listEncoders: Phone['listEncoders'] = async () => [{ codec: 'h265', name: 'c2.hevc', isHardware: true }]
  await expect(runCheck('encoders', { listEncoders })).rejects.toThrow('none for H.264')
})

describe('ADB over TCP', () => {
  const find = (answers: Record<string, string>) => runCheck('ADB over TCP', answering(answers))

  test('a kept port outlives a restart', async () => {
    expect(await find({ 'persist.adb.tcp.port': '5555' })).toContain('outlives')
    expect(await find({ 'persist.adb.tcp.port': '5555', 'service.adb.tcp.port': '5555' })).toContain('outlives')
  })

  test('a port that adb tcpip has set does not', async () => {
    const warning = expect.stringMatching(/5555 is lost.*setprop persist\.adb\.tcp\.port 5555/)
    expect(await find({ 'service.adb.tcp.port': '5555' })).toEqual({ warning })
  })

  test('another kept port is told', async () => {
    const warning = expect.stringContaining('port 5555 now, but 4444 after a restart')
    expect(await find({ 'service.adb.tcp.port': '5555', 'persist.adb.tcp.port': '4444' })).toEqual({ warning })
  })

  test('wireless debugging changes its port', async () => {
    const warning = expect.stringContaining('another port')
    expect(await find({ 'service.adb.tls.port': '41573', 'service.adb.tcp.port': '-1' })).toEqual({ warning })
  })

  test('adbd without USB listens by default', async () => {
    expect(await find({})).toContain('default')
  })

  test.each(['ro.hardware', 'ro.product.brand', 'ro.product.model'])('redroid is known by %s', async (name) => {
    const warning = expect.stringContaining('--restart unless-stopped')
    expect(await find({ [name]: 'redroid12_arm64', 'service.adb.tcp.port': '5555' })).toEqual({ warning })
  })
})

describe('the restart', () => {
  const away = new PhoneError('timeout', 'the restart took too long')

  test('is the last check, right after what was announced about it', () => {
    expect(checks.slice(-2).map(({ name }) => name)).toEqual(['ADB over TCP', 'Reboot'])
  })

  test('names the cause when the phone stays away', async () => {
    const phone = answering({ 'service.adb.tcp.port': '5555' }, { reboot: () => Promise.reject(away) })
    await expect(runCheck('Reboot', phone)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/took too long; port 5555 is lost/),
    })
  })

  test('invents none when the port was kept', async () => {
    const phone = answering({ 'persist.adb.tcp.port': '5555' }, { reboot: () => Promise.reject(away) })
    await expect(runCheck('Reboot', phone)).rejects.toBe(away)
  })
})

describe('what depends on the version', () => {
  const find = (name: string, sdk: string) => runCheck(name, answering({ 'ro.build.version.sdk': sdk }))

  test('secure windows are black from Android 12 on', async () => {
    expect(await find('secure windows', '30')).toContain('shown')
    expect(await find('secure windows', '31')).toEqual({ warning: expect.stringContaining('black') })
  })

  test('sound can be captured from Android 11 on', async () => {
    expect(await find('sound', '29')).toEqual({ warning: expect.stringContaining('cannot be captured') })
    expect(await find('sound', '30')).toContain('unlocked')
    expect(await find('sound', '34')).toContain('could be captured')
  })

  test('a phone that tells no version is not judged', async () => {
    await expect(find('sound', '')).rejects.toThrow('SDK')
    await expect(find('secure windows', '')).rejects.toThrow('SDK')
  })
})

describe('debugging', () => {
  const settings = 'package:com.android.settings'
  const find = (answers: Record<string, string | Outcome>) =>
    runCheck('debugging', answering({ 'com.android.settings': settings, adb_enabled: '1', ...answers }))

  test('can be switched off where there are settings', async () => {
    expect(await find({ development_settings_enabled: '1' })).toEqual({ warning: expect.stringContaining('are open') })
    expect(await find({ development_settings_enabled: 'null' })).toEqual({ warning: expect.stringContaining('hidden') })
  })

  test('cannot where there are none', async () => {
    expect(await find({ 'com.android.settings': 'package:com.android.settings.intelligence' })).toContain('cannot')
  })

  test('goes on where adbd does not follow the setting', async () => {
    expect(await find({ adb_enabled: '0' })).toContain('does not reach it')
  })

  test.each(['adb_enabled', 'com.android.settings'])('is not judged while the service of %s is away', async (name) => {
    const gone = { exitCode: 20, stdout: '', stderr: "cmd: Can't find service\n" }
    await expect(find({ [name]: gone })).rejects.toThrow("Can't find service")
  })
})

test('a virtual phone is told what it does, and comes back from the restart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-probe-'))
  const keys = await loadPhoneKeys(path.join(folder, 'adb'))
  const host = await startPhoneHost({ dataDir: folder, secret: 'of this test' })
  const { port } = await host.put('subject', { authorisedKeys: [keys.publicKey], androidVersion: '12' })
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  onTestFinished(async () => {
    await phone.close()
    await host.close()
    await rm(folder, { recursive: true, force: true })
  })
  expect(await runCheck('ADB over TCP', phone)).toContain('default')
  await phone.run(['setprop', 'service.adb.tcp.port', String(port)])
  expect(await runCheck('ADB over TCP', phone)).toMatchObject({ warning: expect.stringContaining('is lost') })
  await phone.run(['setprop', 'persist.adb.tcp.port', String(port)])
  expect(await runCheck('Reboot', phone)).toContain('back')
  expect(await runCheck('ADB over TCP', phone)).toContain(`port ${port} outlives a restart`)
  expect(await runCheck('secure windows', phone)).toMatchObject({ warning: expect.stringContaining('black') })
  expect(await runCheck('sound', phone)).toContain('could be captured')
  expect(await runCheck('debugging', phone)).toMatchObject({ warning: expect.stringContaining('switch it off') })
  host.setState('subject', { awayServices: ['settings'] })
  await expect(runCheck('debugging', phone)).rejects.toThrow("Can't find service")
})
