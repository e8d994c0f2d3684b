import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from './phone.ts'
import { createKeys, type ScriptedPhone, startScriptedPhone } from './testing/scripted-phone.ts'
import { type Answer, answerShell } from './testing/shell-service.ts'
import type { Phone } from './types.ts'

let scripted: ScriptedPhone
let phone: Phone
beforeAll(async () => {
  scripted = await startScriptedPhone()
  phone = openPhone({ host: '127.0.0.1', port: scripted.port, keys: createKeys() })
})
afterAll(async () => {
  await phone.close()
  await scripted.stop()
})

const ABSENT = { exitCode: 1, stderr: 'ls: /data/misc/user/0/cacerts-added: No such file or directory\n' }
/** Answers of an empty phone with Android 13. */
const EMPTY: Readonly<Record<string, Answer>> = {
  'pm list users': { stdout: 'Users:\n\tUserInfo{0:Owner:c13} running\n' },
  'pm list packages': { stdout: 'package:android\npackage:com.android.settings\n' },
  'pm clear': { stdout: 'Success\n' },
  'find /sdcard/': {
    stdout: `/sdcard/
/sdcard/Download
/sdcard/Pictures/.thumbnails
/sdcard/Pictures/.thumbnails/.database_uuid
/sdcard/Android
/sdcard/Android/data
/sdcard/Android/data/com.android.settings/files/log
`,
  },
  'ls -A /data/local/tmp': { stdout: 'yunji-scrcpy-3.3.3.jar\n' },
  'ls -A /data/misc/user/0/cacerts-added': ABSENT,
  'dumpsys account': { stdout: 'User UserInfo{0:Owner:c13}:\n  Accounts: 0\n\n  Active Sessions: 0\n' },
  'settings get': { stdout: 'null\n' },
  'cat /proc/net/dev': { stdout: ' face |bytes\n    lo: 0 0\n tunl0: 0 0\n wlan0: 0 0\n' },
  'locksettings clear': { stdout: 'Lock credential cleared\n' },
  'settings delete': { stdout: 'Deleted 0 rows\n' },
  mkdir: {},
  sh: {},
}

const reset = (changes: Readonly<Record<string, Answer>> = {}): Promise<void> => {
  const table = Object.entries({ ...EMPTY, ...changes })
  scripted.script.service = answerShell((command) => {
    const plain = command.replaceAll("'", '')
    return table.find(([start]) => plain.startsWith(start))?.[1] ?? { exitCode: 127, stderr: `${plain}: not found` }
  })
  return phone.factoryReset()
}

test('a phone that answers everything and has nothing is empty', async () => {
  await expect(reset()).resolves.toBeUndefined()
  await expect(
    reset({
      'locksettings clear': {
        exitCode: 255,
        stderr: 'The device does not support lock screen - ignoring the command.\n',
      },
    }),
  ).resolves.toBeUndefined()
})

test.each<[string, string, Answer]>([
  ['a screen lock', 'locksettings clear', { exitCode: 255, stdout: "Old password '' didn't match\n" }],
  ['a screen lock', 'locksettings clear', { exitCode: 255, stdout: 'Request throttled\n' }],
  [
    'accounts (com.google)',
    'dumpsys account',
    { stdout: 'User UserInfo{0:Owner:c13}:\n  Accounts: 1\n    Account {name=me@example.org, type=com.google}\n' },
  ],
  [
    'accounts (com.google)',
    'dumpsys account',
    {
      stdout:
        'User UserInfo{0:x:13}:\n  Accounts: 0\nUser UserInfo{10:y:10}:\n  Accounts: 2\n    Account {name=a, b, type=com.google}\n',
    },
  ],
  ['a VPN (com.example.vpn)', 'settings get', { stdout: 'com.example.vpn\n' }],
  ['a VPN (running)', 'cat /proc/net/dev', { stdout: ' face |bytes\n    lo: 0 0\n  tun0: 0 0\n' }],
  [
    'further users (10)',
    'pm list users',
    { stdout: 'Users:\n\tUserInfo{0:Owner:c13} running\n\tUserInfo{10:Guest:404}\n' },
  ],
  ['1 added certificates', 'ls -A /data/misc/user/0/cacerts-added', { stdout: '9a5ba575.0\n' }],
  ['1 temporary files', 'ls -A /data/local/tmp', { stdout: 'tool\nyunji-scrcpy-3.3.3.jar\n' }],
  ['1 files on shared storage', 'find /sdcard/', { stdout: '/sdcard/\n/sdcard/Download\n/sdcard/Download/a\n' }],
  [
    '1 files on shared storage',
    'find /sdcard/',
    { stdout: '/sdcard/\n/sdcard/Download\n/sdcard/Android/data/com.example\n' },
  ],
  ['data of apps (com.android.settings)', 'pm clear', { stdout: 'Failed\n', exitCode: 1 }],
])('%s left is no success', async (left, command, answer) => {
  const flags = { 'dumpsys package': { stdout: '    flags=[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]\n' } }
  await expect(reset({ [command]: answer, ...flags })).rejects.toMatchObject({
    kind: 'notErased',
    message: expect.stringContaining(`left on the phone: ${left}`),
  })
})

test('names of accounts and files are kept out of the reason', async () => {
  const accounts = {
    stdout: 'User UserInfo{0:x:13}:\n  Accounts: 1\n    Account {name=me@example.org, type=com.google}\n',
  }
  const files = { stdout: '/sdcard/\n/sdcard/Download\n/sdcard/Download/diagnosis.pdf\n' }
  const error = await reset({ 'dumpsys account': accounts, 'find /sdcard/': files }).catch((reason: Error) => reason)
  expect(String(error)).not.toMatch(/example|diagnosis/)
})

test.each(Object.keys(EMPTY).filter((command) => !['mkdir', 'sh', 'settings delete'].includes(command)))(
  'without an answer to %s there is no success',
  async (command) => {
    for (const silence of [
      { exitCode: 20, stderr: "cmd: Can't find service: x\n" },
      { stdout: '', stderr: "Can't find service: x\n" },
    ]) {
      // An empty folder is as silent as no answer, but it is the kernel's.
      if (command.startsWith('ls') && !('exitCode' in silence)) continue
      await expect(reset({ [command]: silence })).rejects.toMatchObject({ kind: 'commandFailed' })
    }
  },
)

test('a package that Android never clears is no reason', async () => {
  const refused = { stdout: 'Failed\n', exitCode: 1 }
  const flags = { stdout: '    flags=[ SYSTEM HAS_CODE PERSISTENT ]\n' }
  await expect(reset({ 'pm clear': refused, 'dumpsys package': flags })).resolves.toBeUndefined()
  const protectedPackage = {
    stderr: 'java.lang.SecurityException: Cannot disable a protected package: com.android.x\n',
    exitCode: 255,
  }
  await expect(reset({ 'pm clear': protectedPackage })).resolves.toBeUndefined()
})
