import { afterEach, expect, test } from 'vitest'
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
  expect([archive.exitCode, archive.stderr]).toEqual([1, 'tar: data: Permission denied\n'])
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
