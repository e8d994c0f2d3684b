import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeApk } from '../testing/make-apk.ts'
import { TestPhone } from '../testing/test-phone.ts'

const packageName = 'org.example.app'
const apk = makeApk({
  packageName,
  activities: ['.Second', 'net.example.Main'],
  permissions: ['android.permission.INTERNET', 'android.permission.CAMERA', 'org.example.app.OWN'],
})

let phone: TestPhone
beforeEach(() => {
  phone = new TestPhone()
})
afterEach(() => phone.close())

const install = (flags = '') => phone.print(`pm install ${flags} -S ${apk.length}`, apk)
const grepWindow = (what: string) => phone.print(`dumpsys window displays | grep ${what}`)

test('the activity that was started is in front, until the app is stopped', async () => {
  await install()
  await phone.print(`am start -n ${packageName}/.Second`)
  expect(await grepWindow('mFocusedApp')).toContain(`${packageName}/.Second t1}`)
  expect(await grepWindow('mCurrentFocus')).toContain(`${packageName}/${packageName}.Second}`)
  expect(await phone.print('dumpsys activity activities | grep mResumedActivity')).toContain(`${packageName}/.Second`)
  await phone.print(`am force-stop ${packageName}; monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`)
  expect(await grepWindow('mCurrentFocus')).toContain(`${packageName}/net.example.Main}`)
  await phone.print('input keyevent HOME')
  expect(await grepWindow('mFocusedApp')).toContain('com.android.launcher3/.Launcher ')
})

test.each([
  ['10', 'mFocusedApp=AppWindowToken{'],
  ['11', 'mFocusedApp=ActivityRecord{'],
])('Android %s names what is in front as %s', async (androidVersion, start) => {
  phone.close()
  phone = new TestPhone({ androidVersion })
  expect(await grepWindow('mFocusedApp')).toContain(start)
})

test('the launcher entry of a package is resolved', async () => {
  await install()
  expect((await phone.print(`cmd package resolve-activity --brief ${packageName}`)).split('\n')[1]).toBe(
    `${packageName}/net.example.Main`,
  )
  expect(await phone.print('cmd package resolve-activity --brief com.android.settings')).toContain(
    'com.android.settings/.Settings\n',
  )
  expect(await phone.print('cmd package resolve-activity --brief com.none')).toBe('No activity found\n')
  await phone.print(`am start ${packageName}`)
  expect(await grepWindow('mCurrentFocus')).toContain('net.example.Main')
})

test('extras of an intent are neither its data nor its component', async () => {
  expect(await phone.print('am start -a android.intent.action.WEB_SEARCH -e query foo --es from a/b:c')).toBe(
    'Starting: Intent { act=android.intent.action.WEB_SEARCH }\n',
  )
  expect(phone.system.screen.foregroundPackage).toBe('com.android.browser')
})

test('permissions are granted with the app, by -g, or one by one', async () => {
  const granted = async () =>
    (await phone.print(`dumpsys package ${packageName} | grep granted=true`)).split('\n').map((line) => line.trim())
  await install()
  expect(await granted()).toEqual(['android.permission.INTERNET: granted=true', ''])
  await install('-r -g')
  expect(await granted()).toEqual([
    'android.permission.INTERNET: granted=true',
    'android.permission.CAMERA: granted=true',
    '',
  ])
  await phone.print(`pm revoke ${packageName} android.permission.CAMERA`)
  expect(await phone.print(`dumpsys package ${packageName}`)).toMatch(
    /^ {4}install permissions:\n {6}android\.permission\.INTERNET: granted=true\n {4}User 0: .*\n {6}runtime permissions:\n {8}android\.permission\.CAMERA: granted=false$/m,
  )
})

test('Doze leaves alone what was added, as long as it is installed', async () => {
  await install()
  expect(await phone.print(`dumpsys deviceidle whitelist +${packageName}`)).toBe(`Added: ${packageName}\n`)
  expect(await phone.print('dumpsys deviceidle whitelist +com.none')).toBe('Unknown package: com.none\n')
  expect(await phone.print('dumpsys deviceidle whitelist')).toContain(`\nuser,${packageName},`)
  expect(await phone.print(`dumpsys deviceidle whitelist -${packageName}`)).toBe(`Removed: ${packageName}\n`)
  await phone.print(`dumpsys deviceidle whitelist +${packageName}; pm uninstall ${packageName}`)
  expect(await phone.print('dumpsys deviceidle whitelist')).not.toContain('user,')
})

test('processes of apps are known to the activity manager and to ps', async () => {
  await install()
  await phone.print(`am start -n ${packageName}/.Second`)
  const [, pid] = /(\d+):org\.example\.app\//.exec(await phone.print('dumpsys activity processes')) ?? []
  expect(await phone.print(`ps -A -o PID,NAME | grep ${packageName}`)).toMatch(new RegExp(`^${pid} `))
  expect(await phone.print('dumpsys activity processes')).toMatch(/\d+:com\.android\.phone\//)
  await phone.print(`kill ${pid}`)
  expect(await phone.print('dumpsys activity processes')).not.toContain(packageName)
})
