import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeApk } from '../testing/make-apk.ts'
import { TestPhone } from '../testing/test-phone.ts'

const packageName = 'com.example.app'

let phone: TestPhone
beforeEach(() => {
  phone = new TestPhone()
})
afterEach(() => phone.close())

describe('a service that is away', () => {
  test.each([
    ['pm list packages', 'package'],
    ['pm path com.yunji.notes', 'package'],
    ['cmd package list packages', 'package'],
    ['am force-stop com.yunji.notes', 'activity'],
    ['settings get global adb_enabled', 'settings'],
    ['wm size', 'window'],
  ])('refuses %s', async (script, service) => {
    phone.system.services.takeAway([service])
    expect(await phone.run(script)).toMatchObject({
      exitCode: 20,
      stdout: '',
      stderr: `cmd: Can't find service: ${service}\n`,
    })
    phone.system.services.takeAway([])
    expect((await phone.run(script)).exitCode).toBe(0)
  })

  test('goes after so many calls, whoever makes them', async () => {
    phone.system.services.takeAway(['package'], { afterCalls: 2 })
    expect((await phone.run('pm path android; wm size; pm path android; pm path android')).stdout).toBe(
      'package:/system/app/android/base.apk\nPhysical size: 720x1280\n',
    )
  })

  test('is told by dumpsys and monkey in their own words', async () => {
    phone.system.services.takeAway(['package', 'activity'])
    expect(await phone.run('dumpsys package')).toMatchObject({ exitCode: 0, stderr: "Can't find service: package\n" })
    expect(await phone.run('monkey -p com.yunji.notes 1')).toMatchObject({
      exitCode: 253,
      stdout: '** Error: Unable to connect to activity manager; is the system running?\n',
    })
  })
})

describe('what is not there', () => {
  test('is not started', async () => {
    expect(await phone.run('am start -n com.none/.Main')).toMatchObject({
      exitCode: 1,
      stdout: 'Starting: Intent { cmp=com.none/.Main }\n',
      stderr: 'Error type 3\nError: Activity class {com.none/com.none.Main} does not exist.\n',
    })
    expect((await phone.run('am start -n com.yunji.notes/.Absent')).stderr).toContain(
      'Activity class {com.yunji.notes/com.yunji.notes.Absent} does not exist.',
    )
    expect((await phone.run('am start -n com.yunji.notes/.MainActivity')).exitCode).toBe(0)
    expect(await phone.run('monkey -p com.none -c android.intent.category.LAUNCHER 1')).toMatchObject({
      exitCode: 252,
      stdout: '** No activities found to run, monkey aborted.\n',
    })
    expect(await phone.run('am startservice -n com.none/.S')).toMatchObject({
      exitCode: 255,
      stderr: 'Error: Not found; no service started.\n',
    })
  })

  test.each([
    ['pm grant com.none android.permission.CAMERA', 'IllegalArgumentException: Unknown package: com.none'],
    ['pm enable com.none', 'IllegalArgumentException: Unknown package: com.none'],
    [
      `pm grant ${packageName} android.permission.NONE`,
      'IllegalArgumentException: Unknown permission: android.permission.NONE',
    ],
    [
      `pm grant ${packageName} android.permission.CAMERA`,
      `SecurityException: Package ${packageName} has not requested permission android.permission.CAMERA`,
    ],
  ])('is not changed: %s', async (script, exception) => {
    const apk = makeApk({ packageName })
    await phone.print(`pm install -S ${apk.length}`, apk)
    const ran = await phone.run(script)
    expect(ran.exitCode).toBe(255)
    expect(ran.stderr).toContain(
      `Exception occurred while executing '${script.split(' ')[1]}':\njava.lang.${exception}`,
    )
  })
})

describe('logcat', () => {
  test('prints what was logged, filtered and formatted', async () => {
    await phone.print('logcat -c; log -p w -t Mine "first line"; log -t Other second')
    expect(await phone.print('logcat -d')).toBe(
      '--------- beginning of main\n' +
        '01-02 03:04:05.000  2000  2000 W Mine    : first line\n' +
        '01-02 03:04:05.000  2000  2000 I Other   : second\n',
    )
    expect(await phone.print('logcat -d -v brief Mine:W "*:S"')).toContain('W/Mine( 2000): first line\n')
    expect(await phone.print('logcat -d -s Other -v raw')).toBe('--------- beginning of main\nsecond\n')
    expect(await phone.print('logcat -t 1 -v tag')).toBe('--------- beginning of main\nI/Other: second\n')
    await phone.print('logcat -c')
    expect(await phone.print('logcat -d')).toBe('--------- beginning of main\n')
  })

  test('holds what the system does', async () => {
    await phone.print('am start -n com.yunji.notes/.MainActivity')
    expect(await phone.print('logcat -d -s ActivityTaskManager')).toContain(
      'START u0 {cmp=com.yunji.notes/.MainActivity}',
    )
  })

  test('goes on without -d until its caller leaves', async () => {
    const caller = new AbortController()
    const following = phone.run('logcat -s Mine -v raw', '', caller.signal)
    await phone.print('log -t Mine later; log -t Other never')
    caller.abort()
    expect((await following).stdout).toBe('--------- beginning of main\nlater\n')
  })
})
