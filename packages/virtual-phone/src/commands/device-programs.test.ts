import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestPhone } from '../testing/test-phone.ts'

let phone: TestPhone
beforeEach(() => {
  phone = new TestPhone()
})
afterEach(() => phone.close())

function replacePhone(config: ConstructorParameters<typeof TestPhone>[0]): void {
  phone.close()
  phone = new TestPhone(config)
}

const KEYBOARD = 'com.yunji.inputmethod/.ScreenInput'

describe('input methods', () => {
  test('are listed while they are enabled, with -a always', async () => {
    expect(await phone.print('ime list')).toMatch(new RegExp(`^${KEYBOARD}:\n {2}mId=`))
    expect(await phone.print(`ime disable ${KEYBOARD}; ime disable ${KEYBOARD}; ime list -s; ime list -a -s`)).toBe(
      `Input method ${KEYBOARD}: now disabled for user #0\nInput method ${KEYBOARD}: already disabled for user #0\n${KEYBOARD}\n`,
    )
    expect(await phone.print(`ime enable ${KEYBOARD}; ime set ${KEYBOARD}`)).toBe(
      `Input method ${KEYBOARD}: now enabled for user #0\nInput method ${KEYBOARD} selected for user #0\n`,
    )
  })

  test('that are unknown or disabled cannot be selected', async () => {
    await phone.print(`ime disable ${KEYBOARD}`)
    for (const id of ['com.none/.Keyboard', KEYBOARD]) {
      expect(await phone.run(`ime set ${id}`)).toMatchObject({
        exitCode: 255,
        stderr: `Unknown input method ${id} cannot be selected for user #0\n`,
      })
    }
  })
})

test('location is switched by its service, and its providers by + and -', async () => {
  const isOn = 'cmd location is-location-enabled'
  expect(await phone.print(`${isOn}; cmd location set-location-enabled false; ${isOn}`)).toBe('true\nfalse\n')
  const get = 'settings get secure location_providers_allowed'
  const put = 'settings put secure location_providers_allowed'
  expect(await phone.print(`${put} -gps; ${get}; ${put} +gps; ${put} +gps; ${get}`)).toBe('network\nnetwork,gps\n')
})

test('airplane mode is a command since Android 11', async () => {
  expect((await phone.run('cmd connectivity airplane-mode enable')).exitCode).toBe(255)
  replacePhone({ androidVersion: '11' })
  expect(
    await phone.print(
      'cmd connectivity airplane-mode enable; settings get global airplane_mode_on; cmd connectivity airplane-mode',
    ),
  ).toBe('1\nenabled\n')
})

describe('locksettings', () => {
  test('answers in words, its exit code is 0', async () => {
    expect(await phone.print('locksettings verify; locksettings get-disabled; locksettings clear --old 1234')).toBe(
      'Lock credential verified successfully\ntrue\nOld password provided but user has no password\n',
    )
    expect((await phone.run('cmd lock_settings clear --old 1234')).exitCode).toBe(255)
    expect(await phone.print('locksettings set-password 1234; locksettings clear; locksettings clear --old 1234')).toBe(
      "Password set to '1234'\nOld password '' didn't match\nLock credential cleared\n",
    )
  })

  test.each([
    ['13', "Old password '' didn't match\n"],
    ['14', 'false\n'],
  ])('of Android %s asked whether a set lock is disabled', async (androidVersion, answer) => {
    replacePhone({ androidVersion })
    await phone.print('locksettings set-pin 1234')
    expect(await phone.print('locksettings get-disabled')).toBe(answer)
  })

  test('fails where its service is away', async () => {
    phone.system.services.takeAway(['lock_settings'])
    expect(await phone.run('locksettings clear')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('NullPointerException') as string,
    })
  })
})

test('a content provider that is not there is an error', async () => {
  expect(await phone.run('content read --uri content://doesnotexist')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Error while accessing provider:doesnotexist') as string,
  })
})

test('listening ports are in /proc/net/tcp', async () => {
  expect(await phone.print('cat /proc/net/tcp')).toMatch(/^ {2}sl {2}local_address .*\n {3}0: 00000000:15B3 \S+ 0A /)
  const stop = phone.system.network.listen('tcp:7000', () => {})
  expect(await phone.print('grep -c :1B58 /proc/net/tcp')).toBe('1\n')
  stop()
  expect(await phone.print('cat /proc/net/tcp6 | wc -l')).toBe('1\n')
})

describe('processes', () => {
  test('of others are listed with -A only', async () => {
    replacePhone({ root: 'none' })
    expect(await phone.print('ps --help')).toMatch(/^-A\tAll$/m)
    const names = async (script: string) => (await phone.print(`${script} -o NAME`)).trim().split('\n').slice(1)
    expect(await names('ps')).toEqual(['adbd', 'sh', 'ps'])
    expect(await names('ps -A')).toContain('system_server')
    expect(await names('ps -p 640')).toEqual(['system_server'])
  })

  test('of others are ended by root only', async () => {
    replacePhone({ root: 'none' })
    await phone.print('am start -n com.yunji.notes/.MainActivity')
    const pid = (await phone.print('pidof com.yunji.notes')).trim()
    expect(await phone.run(`kill -SIGTERM ${pid}`)).toMatchObject({
      exitCode: 1,
      stderr: `/system/bin/sh: kill: ${pid}: Operation not permitted\n`,
    })
    expect((await phone.run('kill 99999')).stderr).toBe('/system/bin/sh: kill: 99999: No such process\n')
    expect(await phone.print('pidof com.yunji.notes')).toBe(`${pid}\n`)
  })

  test('of Android end with stop and come back with start', async () => {
    await phone.print('am start -n com.yunji.notes/.MainActivity; stop; setprop sys.boot_completed 0')
    expect(await phone.run('pm path android')).toMatchObject({ exitCode: 20, stdout: '' })
    expect(await phone.print('service list')).toBe('Found 0 services:\n')
    await phone.print('start')
    expect(await phone.print('getprop sys.boot_completed; service list | grep package:')).toMatch(/^1\n\d+\tpackage: /)
    expect((await phone.run('pidof com.yunji.notes')).exitCode).toBe(1)
    replacePhone({ root: 'none' })
    expect(await phone.run('stop')).toMatchObject({ exitCode: 1, stderr: 'Must be root\n' })
  })
})
