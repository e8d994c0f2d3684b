import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestPhone } from '../testing/test-phone.ts'

let phone: TestPhone
let machine: string
beforeEach(() => {
  phone = new TestPhone()
  machine = path.join(phone.folder, 'machine')
  mkdirSync(machine)
})
afterEach(() => phone.close())

const LONG = `${'长'.repeat(60)}.txt`

test('what it writes, the machine’s tar reads', async () => {
  await phone.print(
    `mkdir -p /sdcard/t/sub; cd /sdcard/t; echo one > sub/one; echo two > '${LONG}'; ln -s sub/one link; chmod 600 sub/one; touch -d 2020-01-01T00:00:00Z sub/one`,
  )
  writeFileSync(path.join(machine, 'a.tar'), (await phone.run('tar -C /sdcard -cf - t')).bytes)
  const listed = execFileSync('tar', ['tvf', 'a.tar', '--utc', '--quoting-style=literal'], {
    cwd: machine,
    encoding: 'utf8',
  })
  expect(listed).toMatch(/-rw------- root\/root\s+4 2020-01-01 00:00 t\/sub\/one\n/)
  expect(listed).toContain('t/link -> sub/one')
  execFileSync('tar', ['xf', 'a.tar'], { cwd: machine })
  expect(readFileSync(path.join(machine, 't', LONG), 'utf8')).toBe('two\n')
})

test.each(['gnu', 'pax', 'ustar'])('what the machine’s tar writes in the format %s, it reads', async (format) => {
  const name = format === 'ustar' ? `${'d'.repeat(60)}/${'f'.repeat(60)}` : LONG
  mkdirSync(path.dirname(path.join(machine, 't', name)), { recursive: true })
  writeFileSync(path.join(machine, 't', name), 'x'.repeat(1000), { mode: 0o640 })
  symlinkSync('elsewhere', path.join(machine, 't', 'link'))
  const archive = execFileSync('tar', [`--format=${format}`, '-cf', '-', 't'], { cwd: machine })
  await phone.print('tar -x -C /sdcard -f -', archive)
  expect(await phone.print(`stat -c '%a %s' '/sdcard/t/${name}'; readlink /sdcard/t/link`)).toBe(
    '640 1000\nelsewhere\n',
  )
})

test('there and back, everything is the same', async () => {
  await phone.print(`cd /data/data/com.yunji.notes/files; seq 20000 > a; touch empty; mkdir deep; echo x > deep/y`)
  const sums = 'cd /data/data; find com.yunji.notes -type f | sort | xargs sha256sum'
  const before = await phone.print(sums)
  const { bytes } = await phone.run('tar -c -C / -f - data/data')
  await phone.print('rm -r /data/data/com.yunji.notes')
  await phone.print('tar -x -C / -f -', bytes)
  expect(await phone.print(sums)).toBe(before)
})

test('an archive that is cut off or none at all is an error', async () => {
  await phone.print('seq 20000 > /sdcard/a')
  const { bytes } = await phone.run('tar -C /sdcard -cf - a')
  for (const damaged of [bytes.subarray(0, 3000), Buffer.alloc(1024, 'noise')]) {
    const ran = await phone.run('tar -x -C /sdcard -f -', damaged)
    expect(ran.exitCode).toBe(1)
    expect(ran.stderr).toMatch(/^tar: /)
  }
})

test('a full phone ends the extraction', async () => {
  await phone.print('seq 20000 > /sdcard/a')
  const { bytes } = await phone.run('tar -C /sdcard -cf - a')
  phone.files.quota.isFull = true
  expect(await phone.run('tar -x -C /sdcard -f -', bytes)).toMatchObject({
    exitCode: 1,
    stderr: 'tar: No space left on device\n',
  })
})

test('a name with dots stays in the phone', async () => {
  mkdirSync(path.join(machine, 'a'))
  writeFileSync(path.join(machine, 'evil'), 'x')
  const archive = execFileSync('tar', ['-P', '-cf', '-', '../evil'], { cwd: path.join(machine, 'a') })
  await phone.run('tar -x -C /sdcard -f -', archive)
  expect(await phone.print('cat /data/media/evil')).toBe('x')
})

describe('what a living phone does to an archive', () => {
  const members = (bytes: Uint8Array) => {
    writeFileSync(path.join(machine, 'a.tar'), bytes)
    return execFileSync('tar', ['tf', 'a.tar'], { cwd: machine, encoding: 'utf8' }).split('\n').filter(Boolean)
  }

  test('a socket is left out, with a message and exit code 1', async () => {
    await phone.print('mkdir -p /data/data/com.yunji.notes/files; echo x > /data/data/com.yunji.notes/files/a')
    phone.files.makeSocket('/data/data/com.yunji.notes/files/s')
    expect(await phone.print('ls -l /data/data/com.yunji.notes/files/s')).toMatch(/^srw-------/)
    const ran = await phone.run('tar -C /data/data/com.yunji.notes -cf - files')
    expect([ran.exitCode, ran.stderr]).toEqual([1, "tar: unknown file type '140000'\ntar: had errors\n"])
    expect(members(ran.bytes)).toEqual(['files/', 'files/a'])
  })

  test('a file that vanishes is left out', async () => {
    await phone.print('mkdir /sdcard/t; cd /sdcard/t; echo gone > gone; echo kept > zz')
    phone.files.makeRestless('/sdcard/t/gone', 'vanishes')
    const ran = await phone.run('tar -C /sdcard -cf - t')
    expect(ran.exitCode).toBe(1)
    expect(ran.stderr).toBe("tar: can't open 't/gone': No such file or directory\ntar: had errors\n")
    expect(members(ran.bytes)).toEqual(['t/', 't/zz'])
  })

  test('a file that shrinks ends the archive in its middle, as toybox does', async () => {
    await phone.print('mkdir /sdcard/t; cd /sdcard/t; seq 1000 > log; echo never > zz')
    phone.files.makeRestless('/sdcard/t/log', 'shrinks')
    const ran = await phone.run('tar -C /sdcard -cf - t')
    expect([ran.exitCode, ran.stderr]).toEqual([1, 'tar: short read\n'])
    expect(ran.bytes.length).toBe(512 + 512 + 1946)
  })

  test('a name that is gone is said to be gone', async () => {
    await phone.print('mkdir /sdcard/t')
    const ran = await phone.run('tar -C /sdcard -cf - t none')
    expect([ran.exitCode, ran.stderr]).toEqual([1, 'tar: none: No such file or directory\ntar: had errors\n'])
  })

  test('caches can be left out', async () => {
    await phone.print('cd /sdcard; mkdir -p t/a/cache t/code_cache t/files; touch t/a/cache/x t/files/y t/files/z.tmp')
    const { bytes, exitCode } = await phone.run("tar -C /sdcard --exclude cache --exclude='*.tmp' -cf - t")
    expect([exitCode, members(bytes)]).toEqual([0, ['t/', 't/a/', 't/code_cache/', 't/files/', 't/files/y']])
  })
})
