import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeApk } from '../testing/make-apk.ts'
import { TestPhone } from '../testing/test-phone.ts'

const packageName = 'com.example.app'
const apk = makeApk({ packageName, label: '示例', versionCode: 3, payload: new Uint8Array(5000) })

let phone: TestPhone
beforeEach(() => {
  phone = new TestPhone()
})
afterEach(() => phone.close())

const install = (bytes = apk) => phone.run(`cmd package install -r -S ${bytes.length}`, bytes)

describe('install', () => {
  test('puts the app, its data and its icon in place', async () => {
    expect(await install()).toMatchObject({ exitCode: 0, stdout: 'Success\n' })
    expect(await phone.print('pm list packages -f -3 --show-versioncode')).toBe(
      `package:/data/app/${packageName}-1/base.apk=${packageName} versionCode:3\n`,
    )
    expect(await phone.print(`ls /data/data/${packageName}`)).toBe('cache\nfiles\n')
    expect(phone.system.host.listApps().at(-1)).toEqual({ packageName, label: '示例', isSystem: false })
    expect(await phone.print('ls /data/app')).toBe(`${packageName}-1\n`)
  })

  test('again keeps the data and takes the new version', async () => {
    await install()
    await phone.print(`echo kept > /data/data/${packageName}/files/a`)
    await install(makeApk({ packageName, versionCode: 4 }))
    expect(
      await phone.print(`cat /data/data/${packageName}/files/a; pm list packages --show-versioncode ${packageName}`),
    ).toBe(`kept\npackage:${packageName} versionCode:4\n`)
  })

  test('tells that there is no room, and leaves nothing behind', async () => {
    phone.files.quota.isFull = true
    expect((await install()).stdout).toBe('Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]\n')
    expect(await phone.print('ls /data/app')).toBe('')
  })

  test('refuses what ends early, is no app, or would replace the system', async () => {
    expect((await phone.run('pm install -S 99999', apk)).stdout).toContain('Failure [INSTALL_FAILED_INVALID_APK')
    expect((await install(Buffer.from('none'))).stdout).toContain('Failure [INSTALL_PARSE_FAILED_NOT_APK')
    expect((await install(makeApk({ packageName: 'com.android.settings' }))).stdout).toContain('Failure [')
    expect((await phone.run('pm install /sdcard/none.apk')).stdout).toContain('Failure [INSTALL_FAILED_INVALID_URI')
    expect(await phone.print('ls /data/app')).toBe('')
  })
})

test('uninstall removes the app with its data, -k without', async () => {
  await install()
  expect(await phone.print(`pm uninstall -k ${packageName}`)).toBe('Success\n')
  expect(await phone.print(`ls -d /data/data/${packageName}`)).toBe(`/data/data/${packageName}\n`)
  await install()
  await phone.print(`pm uninstall ${packageName}`)
  expect((await phone.run(`ls /data/data/${packageName}`)).exitCode).toBe(1)
  expect(await phone.run(`pm uninstall ${packageName}`)).toMatchObject({
    exitCode: 1,
    stdout: 'Failure [not installed for 0]\n',
  })
  expect((await phone.run('pm uninstall com.android.settings')).exitCode).toBe(1)
  expect((await phone.run(`pm path ${packageName}`)).exitCode).toBe(1)
})

test('clearing data loses the notes, trimming caches does not', async () => {
  const note = { id: '1', text: '你好', editedAt: 1 }
  phone.system.host.saveNotes([note])
  const usedBefore = phone.files.quota.usedBytes
  await phone.print('pm trim-caches 1000G')
  expect(phone.files.quota.usedBytes).toBeLessThan(usedBefore)
  expect(await phone.print('ls /data/data/com.yunji.notes/cache')).toBe('')
  expect(phone.system.host.loadNotes()).toEqual([note])
  expect(await phone.print('pm clear com.yunji.notes')).toBe('Success\n')
  expect(phone.system.host.loadNotes()).toEqual([])
})

describe('activities', () => {
  test('an address opens in the browser, whole', async () => {
    const url = 'https://example.com/a?b=1&c=$(reboot);d'
    expect(await phone.print(`am start -a android.intent.action.VIEW -d '${url}'`)).toContain(url)
    expect(await phone.print('dumpsys window | grep mCurrentFocus')).toContain('com.android.browser')
    expect(phone.reboots).toBe(0)
  })

  test('other schemes and absent apps are errors', async () => {
    for (const rest of ['-a android.intent.action.VIEW -d file:///etc/hosts', '-n com.absent.app/.MainActivity']) {
      const ran = await phone.run(`am start ${rest}`)
      expect(ran.exitCode).toBe(1)
      expect(ran.stderr).toContain('Error')
    }
  })

  test('kill-all frees memory and leaves what is in front', async () => {
    await phone.print('am start -n com.yunji.notes/.MainActivity; am start -n com.android.settings/.Settings')
    const available = async () => Number(/MemAvailable:\s+(\d+)/.exec(await phone.print('cat /proc/meminfo'))?.[1])
    const before = await available()
    expect(await phone.print('pidof com.yunji.notes')).toMatch(/^\d+\n$/)
    await phone.print('am kill-all')
    expect(await available()).toBeGreaterThan(before)
    expect((await phone.run('pidof com.yunji.notes')).exitCode).toBe(1)
    expect(await phone.print('dumpsys activity | grep mResumed')).toContain('com.android.settings')
    await phone.print('am force-stop com.android.settings')
    expect(await phone.print('dumpsys activity | grep mResumed')).toContain('com.android.launcher3')
  })
})
