import { afterEach, expect, test } from 'vitest'
import { makeApk } from '../testing/make-apk.ts'
import { TestPhone } from '../testing/test-phone.ts'

let phone: TestPhone
afterEach(() => phone.close())

const DATA = '/data/data/com.yunji.notes/files'

test.each(['adb', 'su', 'none'] as const)('the shell of a phone with root %s is uid 2000', async (root) => {
  phone = new TestPhone({ root })
  expect(await phone.print('id -u; whoami')).toBe('2000\nshell\n')
  expect(await phone.print('id')).toMatch(/^uid=2000\(shell\).* context=u:r:shell:s0\n$/)
})

test('without root the data of apps cannot be read', async () => {
  phone = new TestPhone({ root: 'none' })
  phone.files.writeText(`${DATA}/secret`, 'secret')
  for (const script of ['ls /data/data', `ls ${DATA}`, `cat ${DATA}/secret`, 'ls /data', 'ls /data/system']) {
    expect(await phone.run(script)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('Permission denied') as string,
    })
  }
  const archive = await phone.run('tar -C /data -cf - data')
  expect([archive.exitCode, archive.stderr]).toEqual([1, 'tar: data: Permission denied\ntar: had errors\n'])
  expect(await phone.print('ls -d /data/data; cat /system/app/com.yunji.notes/base.apk | wc -c')).toBe(
    '/data/data\n22\n',
  )
})

test('without root only the shared storage and the temporary folder can be written', async () => {
  phone = new TestPhone({ root: 'none' })
  await phone.print('echo x > /sdcard/x; mkdir /data/local/tmp/y; rm -r /sdcard/x /data/local/tmp/y')
  expect((await phone.run('mkdir /data/data/x')).stderr).toBe('mkdir: /data/data/x: Permission denied\n')
  expect((await phone.run('echo x > /data/app/x')).stderr).toContain("can't create /data/app/x: Permission denied")
  expect((await phone.run('setprop persist.x 1')).stderr).toContain("Failed to set property 'persist.x' to '1'.")
})

test('without root, an archive of the shared storage holds its files and comes back', async () => {
  phone = new TestPhone({ root: 'none' })
  await phone.print('echo mine > /sdcard/Download/a')
  expect(await phone.print('stat -c %F /storage/emulated/0; ls /storage/emulated')).toBe('directory\n0\n')
  const { bytes, exitCode } = await phone.run('tar -c -C / -f - storage/emulated/0')
  expect(exitCode).toBe(0)
  await phone.print('rm /sdcard/Download/a')
  await phone.print('tar -x -C / -f -', bytes)
  expect(await phone.print('cat /sdcard/Download/a')).toBe('mine\n')
})

test.each(['always', 'none'] as const)('with root %s, nobody writes to / or /system', async (root) => {
  phone = new TestPhone({ root })
  expect((await phone.run('echo x > /x')).stderr).toContain("can't create /x: Read-only file system")
  expect((await phone.run('mkdir /y')).stderr).toBe('mkdir: /y: Read-only file system\n')
  expect((await phone.run('rm -r /system/app')).stderr).toBe('rm: /system/app: Read-only file system\n')
})

test('users are made, switched to and removed, but never the current one', async () => {
  phone = new TestPhone()
  expect(await phone.print('pm create-user Guest')).toBe('Success: created user id 10\n')
  expect(await phone.print('am switch-user 10; am get-current-user')).toBe('10\n')
  expect(await phone.print('pm list users')).toBe(
    'Users:\n\tUserInfo{0:Owner:13} running\n\tUserInfo{10:Guest:10} running\n',
  )
  expect(await phone.run('pm remove-user 10')).toMatchObject({
    exitCode: 1,
    stderr: "Error: couldn't remove user id 10\n",
  })
  expect(await phone.print('am switch-user 0; pm remove-user 10')).toBe('Success: removed user\n')
  phone.system.services.takeAway(['user'])
  expect(await phone.run('pm create-user Guest')).toMatchObject({ exitCode: 255, stdout: '' })
})

test('accounts and a VPN go with the app that brought them, and stay when it is built in', async () => {
  phone = new TestPhone()
  const apk = makeApk({ packageName: 'com.example.vpn' })
  phone.files.writeText('/data/local/tmp/a.apk', '')
  await phone.print(`cat > /data/local/tmp/a.apk; pm install /data/local/tmp/a.apk`, apk)
  const mine = { name: 'a', type: 'com.example', packageName: 'com.example.vpn' }
  phone.system.users.accounts = [mine, { name: 'b', type: 'com.google', packageName: 'com.android.settings' }]
  phone.system.users.vpn = 'com.example.vpn'
  await phone.print('settings put secure always_on_vpn_app com.example.vpn')
  expect(await phone.print('dumpsys account')).toContain('Accounts: 2\n')
  expect(await phone.print('cat /proc/net/dev')).toContain('tun0:')
  await phone.print('pm uninstall com.example.vpn')
  expect(await phone.print('dumpsys account')).toContain('Accounts: 1\n    Account {name=b, type=com.google}\n')
  expect(await phone.print('cat /proc/net/dev')).not.toContain('tun0:')
  expect(await phone.print('settings get secure always_on_vpn_app')).toBe('null\n')
})

test('a lock is cleared by who knows it', async () => {
  phone = new TestPhone()
  await phone.print('locksettings set-pin 1379')
  expect(await phone.run('cmd lock_settings clear')).toMatchObject({
    exitCode: 255,
    stdout: "Old password '' didn't match\n",
  })
  expect(await phone.print('locksettings clear --old 1379; locksettings clear')).toBe(
    'Lock credential cleared\n'.repeat(2),
  )
})

test('added certificates are read by everybody and removed by root', async () => {
  phone = new TestPhone({ root: 'su' })
  expect((await phone.run('ls -A /data/misc/user/0/cacerts-added')).stderr).toContain('No such file or directory')
  phone.files.makeFolder('/data/misc/user/0/cacerts-added')
  phone.files.writeText('/data/misc/user/0/cacerts-added/9a5ba575.0', 'PEM')
  expect(await phone.print('ls -A /data/misc/user/0/cacerts-added')).toBe('9a5ba575.0\n')
  expect((await phone.run('rm -rf /data/misc/user/0/cacerts-added')).stderr).toContain('Permission denied')
  await phone.print('su 0 rm -rf /data/misc/user/0/cacerts-added')
  expect((await phone.run('ls /data/misc/adb')).stderr).toContain('Permission denied')
})

test('su leads to root: as Magisk takes it, as AOSP takes it, or not at all', async () => {
  phone = new TestPhone({ root: 'su' })
  phone.files.writeText(`${DATA}/secret`, 'secret')
  expect(await phone.print(`su -c 'cat ${DATA}/secret'`)).toBe('secret')
  expect(await phone.print('su 0 id -u')).toBe('0\n')
  phone.close()
  phone = new TestPhone({ root: 'adb' })
  expect(await phone.print(`su 0 sh -c 'id -u; ls /data/data | head -n 1'`)).toBe('0\nandroid\n')
  expect((await phone.run('su -c id')).stderr).toBe("su: invalid uid/gid '-c'\n")
  phone.close()
  phone = new TestPhone({ root: 'none' })
  expect(await phone.run('su -c id')).toMatchObject({ exitCode: 127, stderr: 'su: inaccessible or not found\n' })
})
