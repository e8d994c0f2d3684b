import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@yunji/testkit/eventually'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DebianAdb, freePort } from './debian-adb.ts'
import { PhoneProcess } from './phone-process.ts'

let folder: string
let adb: DebianAdb
let phones: PhoneProcess
let key: string
let serial: string

const on = (...args: string[]) => ['-s', serial, ...args]
const shell = (command: string) => adb.run(on('shell', command))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** adb looks for a lost phone by itself only every ten seconds. */
const reconnect = (using = adb, place = serial) =>
  eventually(
    async () => {
      await using.run(['disconnect', place])
      await using.run(['connect', place])
      expect((await using.run(['-s', place, 'shell', 'getprop sys.boot_completed'])).text.trim()).toBe('1')
    },
    { deadlineMs: 60_000 },
  )

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-adb-'))
  adb = await DebianAdb.start(path.join(folder, 'home'))
  key = (await readFile(`${adb.keyFile}.pub`, 'utf8')).trim()
  phones = await PhoneProcess.start(path.join(folder, 'phones'))
  serial = `127.0.0.1:${await phones.putPhone('one', { authorisedKeys: [key], model: 'Test One' })}`
  await reconnect()
})

afterAll(async () => {
  await adb?.stop()
  await phones?.end()
  await rm(folder, { recursive: true, force: true })
})

describe('the key', () => {
  test('lets its owner in', async () => {
    expect(await adb.runOrThrow(['devices', '-l'])).toMatch(
      new RegExp(`${serial}\\s+device product:test_one model:Test_One`),
    )
  })

  test('of a stranger does not', async () => {
    const stranger = await DebianAdb.start(path.join(folder, 'stranger'))
    try {
      const { text } = await stranger.run(['connect', serial])
      expect(text).toContain('failed to authenticate')
      await eventually(async () => expect(await stranger.runOrThrow(['devices'])).toMatch(/unauthorized/))
      const refused = await stranger.run(['-s', serial, 'shell', 'echo in'])
      expect(refused.code).not.toBe(0)
      expect(refused.stdout.toString()).not.toContain('in\n')
    } finally {
      await stranger.stop()
    }
  })
})

test('a phone that is not root becomes it by adb root, and an older one lists files all the same', async () => {
  const place = `127.0.0.1:${await phones.putPhone('strict', {
    authorisedKeys: [key],
    root: 'adb',
    adbFeatures: ['shell_v2', 'cmd', 'stat_v2'],
  })}`
  await reconnect(adb, place)
  const strict = (...args: string[]) => adb.run(['-s', place, ...args])
  expect((await strict('shell', 'id -u; ls /data/data')).text).toBe('2000\nls: /data/data: Permission denied\n')
  expect((await strict('pull', '/data/data/com.yunji.notes/cache/thumbnails', folder)).code).not.toBe(0)
  expect((await strict('ls', '/sdcard')).text).toContain(' Download\n')
  expect((await strict('root')).text).toContain('restarting adbd as root')
  await reconnect(adb, place)
  expect((await strict('shell', 'id -u; ls -d /data/data/com.yunji.notes')).text).toBe(
    '0\n/data/data/com.yunji.notes\n',
  )
})

describe('the shell', () => {
  test('hands back output and exit codes', async () => {
    expect(await shell('echo 你好; exit 42')).toMatchObject({ code: 42, text: '你好\n' })
    expect((await shell('true')).code).toBe(0)
    expect((await shell('false')).code).toBe(1)
    expect(await shell('no-such-program')).toMatchObject({ code: 127, text: expect.stringContaining('not found') })
  })

  test('keeps what goes to stderr apart', async () => {
    const { stdout, text } = await shell('echo out; echo err >&2')
    expect(stdout.toString()).toBe('out\n')
    expect(text).toBe('out\nerr\n')
  })

  test('reads stdin to its end, also without the newer protocol', async () => {
    const input = randomBytes(300_000)
    const answer = await adb.run(on('shell', 'sha256sum'), { input })
    expect(answer.text).toBe(`${sha256(input)}  -\n`)
    expect((await adb.run(on('shell', '-x', 'echo old'))).stdout.toString()).toBe('old\n')
    await adb.runOrThrow(on('exec-in', 'cat > /sdcard/Download/in'), { input })
    await eventually(async () => expect((await shell('sha256sum /sdcard/Download/in')).text).toContain(sha256(input)))
  })

  test('takes lines one after the other when no command is given', async () => {
    const input = 'x="a  b"\necho "$x" $x\ncd /sdcard && pwd\nexit 7\n'
    expect(await adb.run(on('shell'), { input })).toMatchObject({ code: 7, text: 'a  b a b\n/sdcard\n' })
  })
})

describe('files', () => {
  test('come back as they went, of every size', async () => {
    for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
      const [there, back] = [path.join(folder, 'there'), path.join(folder, 'back')]
      const content = randomBytes(size)
      await writeFile(there, content, { mode: 0o640 })
      await utimes(there, 1_600_000_000, 1_600_000_000)
      await adb.runOrThrow(on('push', there, '/sdcard/Download/file with space.bin'))
      expect((await shell("sha256sum -b '/sdcard/Download/file with space.bin'")).text.trim()).toBe(sha256(content))
      expect((await shell("stat -c '%a %s %Y' '/sdcard/Download/file with space.bin'")).text).toBe(
        `640 ${size} 1600000000\n`,
      )
      await adb.runOrThrow(on('pull', '-a', '/sdcard/Download/file with space.bin', back))
      expect(sha256(await readFile(back))).toBe(sha256(content))
      expect((await stat(back)).mtimeMs).toBe(1_600_000_000_000)
    }
  })

  test('in folders keep their tree', async () => {
    const tree = path.join(folder, 'tree')
    await mkdir(path.join(tree, 'a', '深处'), { recursive: true })
    const contents: Record<string, Buffer> = {
      'a/深处/文件.txt': randomBytes(1000),
      'a/b': randomBytes(70_000),
      c: Buffer.alloc(0),
    }
    for (const [name, content] of Object.entries(contents)) await writeFile(path.join(tree, name), content)
    await symlink('a/b', path.join(tree, 'link'))
    await adb.runOrThrow(on('push', tree, '/sdcard/'))
    expect((await shell('readlink /sdcard/tree/link')).text).toBe('a/b\n')
    await adb.runOrThrow(on('pull', '/sdcard/tree', path.join(folder, 'tree-back')))
    const found = await readdir(path.join(folder, 'tree-back'), { recursive: true, withFileTypes: true })
    expect(found.filter((entry) => entry.isFile()).length).toBe(4)
    for (const [name, content] of Object.entries(contents)) {
      expect(sha256(await readFile(path.join(folder, 'tree-back', name)))).toBe(sha256(content))
    }
  })

  test('that are not there, or cannot be, are told', async () => {
    expect((await adb.run(on('pull', '/sdcard/nothing', folder))).text).toContain('No such file')
    const file = path.join(folder, 'small')
    await writeFile(file, 'x')
    expect(await adb.run(on('push', file, '/sdcard/Download/in/x/y'))).toMatchObject({ code: 1 })
  })
})

describe('apps', () => {
  const packageName = 'com.example.conformance'
  const apk = () => path.join(folder, 'app.apk')
  const installed = async () => (await shell('pm list packages -3')).text.includes(packageName)

  test.each([
    ['streamed', ['install']],
    ['pushed', ['install', '--no-streaming']],
    ['in sessions', ['install-multiple']],
  ])('are installed %s and removed again', async (_, words) => {
    await writeFile(apk(), makeApk({ packageName, label: '测试', versionCode: 7, payload: randomBytes(200_000) }))
    expect(await adb.runOrThrow(on(...words, apk()))).toContain('Success')
    expect((await shell(`dumpsys package ${packageName}`)).text).toContain('versionCode=7')
    const [, place = ''] = /package:(\S+)/.exec((await shell(`pm path ${packageName}`)).text) ?? []
    expect((await shell(`sha256sum -b ${place}`)).text.trim()).toBe(sha256(await readFile(apk())))
    expect(await adb.runOrThrow(on('uninstall', packageName))).toContain('Success')
    expect(await installed()).toBe(false)
  })

  test('that are none are refused', async () => {
    await writeFile(apk(), 'not an app')
    const refused = await adb.run(on('install', apk()))
    expect(refused.code).toBe(1)
    expect(refused.text).toContain('INSTALL_PARSE_FAILED_NOT_APK')
    expect((await adb.run(on('uninstall', packageName))).code).toBe(1)
  })
})

test('the screen is captured as PNG and raw', async () => {
  const png = (await adb.run(on('exec-out', 'screencap', '-p'))).stdout
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect((await shell('wm size')).text).toBe(`Physical size: ${width}x${height}\n`)
  const raw = (await adb.run(on('exec-out', 'screencap'))).stdout
  expect([raw.readUInt32LE(0), raw.readUInt32LE(4), raw.readUInt32LE(8)]).toEqual([width, height, 1])
  expect(raw.length).toBe(16 + width * height * 4)
  expect(new Set(raw.subarray(16)).size).toBeGreaterThan(16)
})

describe('tunnels', () => {
  test('forward a port of the computer to the phone', async () => {
    const port = await freePort()
    await adb.runOrThrow(on('forward', `tcp:${port}`, 'tcp:9100'))
    const listening = adb.run(on('shell', 'echo from the phone | nc -l -p 9100'))
    const output = await eventually(async () => {
      const words = await talk(port)
      expect(words).not.toBe('')
      return words
    })
    expect(output).toBe('from the phone\n')
    expect((await listening).text).toBe('from the computer\n')
    await adb.runOrThrow(on('forward', '--remove', `tcp:${port}`))
  })

  test('reverse a port of the phone to the computer', async () => {
    const server = createServer((socket) => {
      socket.once('data', (words) => socket.end(`heard ${String(words)}`))
    })
    const port = await freePort()
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve)
    })
    try {
      await adb.runOrThrow(on('reverse', 'tcp:9200', `tcp:${port}`))
      expect(await adb.runOrThrow(on('reverse', '--list'))).toContain(`tcp:9200 tcp:${port}`)
      expect((await shell('echo hello | nc localhost 9200')).text).toBe('heard hello\n')
      await adb.runOrThrow(on('reverse', '--remove', 'tcp:9200'))
      expect((await shell('echo hello | nc localhost 9200')).code).toBe(1)
      expect((await adb.runOrThrow(on('reverse', 'tcp:0', `tcp:${port}`))).trim()).toMatch(/^\d+$/)
      await adb.runOrThrow(on('reverse', '--remove-all'))
      expect((await adb.runOrThrow(on('reverse', '--list'))).trim()).toBe('')
    } finally {
      server.close()
    }
  })
})

describe('going away and coming back', () => {
  test('a reboot keeps files, apps and lasting properties, and forgets the others', async () => {
    await shell('echo kept > /sdcard/kept; setprop persist.test yes; setprop debug.test yes')
    const before = (await shell('getprop ro.boottime.init')).text
    await adb.runOrThrow(on('reboot'))
    await reconnect()
    expect((await shell('cat /sdcard/kept; getprop persist.test; getprop debug.test')).text).toBe('kept\nyes\n\n')
    expect((await shell('getprop ro.boottime.init')).text).not.toBe(before)
  })

  test('a killed process loses nothing that was answered, and keeps the port', async () => {
    const packageName = 'com.example.lasting'
    const apk = path.join(folder, 'lasting.apk')
    await writeFile(apk, makeApk({ packageName }))
    await adb.runOrThrow(on('install', apk))
    await shell('settings put system volume_music 3; echo more > /sdcard/more')
    await phones.end('SIGKILL')
    phones = await PhoneProcess.start(path.join(folder, 'phones'))
    expect(await phones.putPhone('one', {})).toBe(Number(serial.split(':')[1]))
    await reconnect()
    const { text } = await shell(`pm path ${packageName}; settings get system volume_music; cat /sdcard/more`)
    expect(text).toBe(`package:/data/app/${packageName}-1/base.apk\n3\nmore\n`)
  })

  test('an erased phone comes back empty', async () => {
    const place = `127.0.0.1:${await phones.putPhone('two', { authorisedKeys: [key] })}`
    await reconnect(adb, place)
    await adb.runOrThrow(['-s', place, 'shell', 'echo x > /sdcard/x'])
    expect((await phones.request('DELETE', '/phones/two')).status).toBe(200)
    const again = `127.0.0.1:${await phones.putPhone('two', { authorisedKeys: [key] })}`
    await reconnect(adb, again)
    expect((await adb.run(['-s', again, 'shell', 'ls /sdcard/x'])).code).toBe(1)
  })
})

/** First bytes that the phone answers on a port; empty when no process listens there. */
async function talk(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('from the computer\n')
  for await (const chunk of socket) return String(chunk)
  return ''
}
