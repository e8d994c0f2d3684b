import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPhone } from './phone.ts'
import { encodeTarMember, TAR_END } from './tar-members.ts'
import { createKeys, type ScriptedPhone, type ScriptedStream, startScriptedPhone } from './testing/scripted-phone.ts'
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
beforeEach(() => void scripted.services.splice(0))

/** Answers by the command's beginning. */
const answers = (table: Record<string, Answer>) => {
  scripted.script.service = answerShell((command) => {
    const found = Object.entries(table).find(([start]) => command.replaceAll("'", '').startsWith(start))
    return found?.[1] ?? { exitCode: 127, stderr: `${command}: not found` }
  })
}

describe('web addresses', () => {
  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'intent://x', 'tel:10086', 'example.com', '', '-d http://a'])(
    '%s is not one',
    async (url) => {
      answers({})
      await expect(phone.openUrl(url)).rejects.toMatchObject({ kind: 'badUrl' })
      expect(scripted.services).toEqual([])
    },
  )

  test('one arrives whole, and a phone that cannot open it fails although it says 0', async () => {
    answers({ 'am start': { stdout: 'Starting: Intent …' } })
    await phone.openUrl(`https://example.com/a?b='c'&d=$(id);e`)
    expect(scripted.services).toEqual([
      `shell,v2,raw:'am' 'start' '-a' 'android.intent.action.VIEW' '-d' 'https://example.com/a?b=%27c%27&d=$(id);e'`,
    ])
    answers({ 'am start': { stderr: 'Error: Activity not started, unable to resolve Intent' } })
    await expect(phone.openUrl('https://example.com')).rejects.toMatchObject({ kind: 'commandFailed' })
  })
})

describe('starting an app', () => {
  const found = { stdout: 'priority=0 match=0x108000\ncom.example/.Main\n' }

  test('opens the activity behind its icon', async () => {
    answers({ 'cmd package resolve-activity': found, 'am start': { stdout: 'Starting: Intent …' } })
    await phone.startApp('com.example')
    expect(scripted.services.at(-1)).toMatch(/'am' 'start' .* '-n' 'com\.example\/\.Main'$/)
  })

  test('that is not there, that has no icon, and that the phone refuses to open', async () => {
    const none = { stdout: 'No activity found\n' }
    answers({ 'cmd package resolve-activity': none, 'pm list packages': { stdout: 'package:android\n' } })
    await expect(phone.startApp('com.example')).rejects.toMatchObject({ kind: 'absentPackage' })
    answers({
      'cmd package resolve-activity': none,
      'pm list packages': { stdout: 'package:android\npackage:com.example\n' },
    })
    await expect(phone.startApp('com.example')).rejects.toMatchObject({ kind: 'commandFailed' })
    answers({ 'cmd package resolve-activity': found, 'am start': { stderr: 'Error type 3' } })
    await expect(phone.startApp('com.example')).rejects.toMatchObject({ kind: 'commandFailed' })
    await expect(phone.startApp('-n com.example')).rejects.toMatchObject({ kind: 'absentPackage' })
  })
})

describe('uninstalling', () => {
  test('what is there, what is not, and what cannot go', async () => {
    answers({ 'pm uninstall': { stdout: 'Success\n' } })
    await phone.uninstall('com.example')
    answers({
      'pm uninstall': { stdout: 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n', exitCode: 1 },
      'pm list packages': { stdout: 'package:android\n' },
    })
    await expect(phone.uninstall('com.example')).rejects.toMatchObject({ kind: 'absentPackage' })
    answers({
      'pm uninstall': { stdout: 'Failure [x]' },
      'pm list packages': { stdout: 'package:android\npackage:com.android.settings\n' },
    })
    await expect(phone.uninstall('com.android.settings')).rejects.toMatchObject({ kind: 'commandFailed' })
  })

  test.each([
    ['the package service is away', { exitCode: 20, stderr: "cmd: Can't find service: package\n" }],
    ['the list is empty', { stdout: '' }],
  ])('nothing is called absent when %s', async (_, list) => {
    const away = { exitCode: 20, stderr: "cmd: Can't find service: package\n" }
    answers({ 'pm uninstall': away, 'pm list packages': list, 'pm path': { exitCode: 1 } })
    await expect(phone.uninstall('com.example')).rejects.toMatchObject({ kind: 'commandFailed' })
  })

  test('what is no name of a package never reaches the phone', async () => {
    answers({})
    for (const name of ['--user 0', '-k', 'a b', 'x', 'a.b;reboot', '']) {
      await expect(phone.uninstall(name)).rejects.toMatchObject({ kind: 'absentPackage' })
    }
    expect(scripted.services).toEqual([])
  })
})

describe('installing', () => {
  const apk = new Uint8Array(200_000).map((_, index) => index)
  /** Reads what it was told of, or only the beginning, and answers. */
  const packageManager = (answer: string, readsBytes = apk.length) => {
    const received: Uint8Array[] = []
    scripted.script.service = (stream: ScriptedStream) => {
      let leftBytes = readsBytes
      stream.onData((data) => {
        if (leftBytes <= 0) return
        received.push(data)
        leftBytes -= data.length
        if (leftBytes > 0) return
        stream.write(answer)
        stream.close()
      })
      return stream.service.startsWith('exec:')
    }
    return received
  }
  const chunks = function* () {
    for (let start = 0; start < apk.length; start += 30_000) yield apk.subarray(start, start + 30_000)
  }

  test('streams every byte and says how far it is', async () => {
    const received = packageManager('Success\n')
    const progress: number[] = []
    await phone.install(chunks(), apk.length, (doneBytes) => progress.push(doneBytes))
    expect(scripted.services).toEqual([`exec:'cmd' 'package' 'install' '-r' '-S' '200000'`])
    expect(Buffer.concat(received).equals(apk)).toBe(true)
    expect(progress.at(-1)).toBe(200_000)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  test.each([
    ['Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]', 'noSpace'],
    ['Failure [INSTALL_PARSE_FAILED_NOT_APK: no]', 'badPackage'],
    ['Exception occurred', 'commandFailed'],
  ])('%s, said early, is %s', async (answer, kind) => {
    packageManager(answer, 10)
    await expect(phone.install(chunks(), apk.length)).rejects.toMatchObject({ kind })
  })

  test('a source that is shorter, longer or broken', async () => {
    packageManager('Success\n', Number.POSITIVE_INFINITY)
    await expect(phone.install(chunks(), apk.length + 1)).rejects.toMatchObject({ kind: 'badPackage' })
    await expect(phone.install(chunks(), apk.length - 1)).rejects.toMatchObject({ kind: 'badPackage' })
    const broken = (function* () {
      yield apk
      throw new Error('the upload broke off')
    })()
    await expect(phone.install(broken, apk.length + 1)).rejects.toThrow('the upload broke off')
  })
})

describe('archives', () => {
  const folder = (name: string) => encodeTarMember(`${name}/`, new Uint8Array())
  const shared = folder('storage/emulated/0')
  const member = encodeTarMember('storage/emulated/0/Download/a', Buffer.from('mine'))
  const databases = 'data/data/com.example/databases'
  const whole = Buffer.concat([shared, folder('data/data/com.example'), folder(databases), TAR_END])
  const description: Record<string, Answer> = {
    getprop: { stdout: '29\n' },
    df: { stdout: 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/a 9 3 6 33% /data\n' },
    'pm list': { stdout: 'package:android\n' },
    'sh -c for folder': { stdout: '' },
    dumpsys: { stdout: 'Packages:\n' },
    'ls -A /storage': { exitCode: 1, stderr: 'ls: /storage/x: No such file or directory' },
  }
  const describePhone = (command: string): Answer | undefined =>
    Object.entries(description).find(([start]) => command.startsWith(start))?.[1]

  test('come with their hash, and of what the phone lets one see', async () => {
    answers({
      ...description,
      'id -u': { stdout: '2000\n' },
      tar: { stdout: Buffer.concat([shared, member, TAR_END]) },
    })
    const { body, finished } = await phone.createBackup()
    const archive = await buffer(body)
    expect(archive.subarray(0, shared.length + member.length).equals(Buffer.concat([shared, member]))).toBe(true)
    expect(archive.subarray(-TAR_END.length).equals(TAR_END)).toBe(true)
    expect(await finished).toEqual({
      sizeBytes: archive.length,
      sha256: createHash('sha256').update(archive).digest('hex'),
      contents: {
        appData: 'noRoot',
        packages: [],
        leftOut: { caches: ['cache', 'code_cache'], sockets: 0, links: 0, vanished: [] },
        changed: [],
        androidVersion: '29',
        sdk: 29,
        abis: ['29'],
        apps: [],
        usedBytes: 3072,
      },
    })
    expect(scripted.services.at(-1)).toMatch(/^shell,v2,raw:'tar' '-c' '-C' '\/' '-f' '-' .* 'storage\/emulated\/0'$/)
  })

  test('one that breaks off fails, at both ends', async () => {
    answers({ ...description, 'id -u': { stdout: '2000\n' }, tar: { stdout: member } })
    const { body, finished } = await phone.createBackup()
    await expect(buffer(body)).rejects.toMatchObject({ kind: 'commandFailed' })
    await expect(finished).rejects.toMatchObject({ kind: 'commandFailed' })
  })

  test('a folder that is not there is no empty one', async () => {
    const gone = {
      stdout: TAR_END,
      stderr: 'tar: storage/emulated/0: No such file or directory\ntar: had errors\n',
      exitCode: 1,
    }
    answers({ ...description, 'id -u': { stdout: '2000\n' }, tar: gone })
    await expect(phone.createBackup().then(({ body }) => buffer(body))).rejects.toMatchObject({
      kind: 'commandFailed',
    })
  })

  test('adbd is asked to be root where there is no su, and starts anew', async () => {
    let isRoot = false
    const data = Buffer.concat([shared, TAR_END])
    const shell = answerShell((command) => {
      const plain = command.replaceAll("'", '')
      if (plain === 'id -u') return { stdout: isRoot ? '0\n' : '2000\n' }
      if (plain.startsWith('pm list')) return { stdout: 'package:android\n' }
      if (plain.startsWith('su')) return { exitCode: 127, stderr: 'su: inaccessible or not found' }
      return describePhone(plain) ?? { stdout: plain.startsWith('tar') ? data : '' }
    })
    scripted.script.service = (stream) => {
      if (stream.service !== 'root:') return shell(stream)
      stream.write('restarting adbd as root\n')
      stream.close()
      isRoot = true
      setImmediate(() => scripted.cut())
      return true
    }
    const { body, finished } = await phone.createBackup()
    await buffer(body)
    expect((await finished).contents.appData).toBe('included')
  })

  test('databases that change during the copy are copied again, and named when they never stand still', async () => {
    const file = `${databases}/a.db`
    const hashes = ['1', '2', '2'].map((digit) => digit.repeat(32))
    let hashed = 0
    let copies: string[] = []
    const answerWith = (hashAt: (count: number) => string | undefined) => {
      hashed = 0
      copies = []
      scripted.script.service = answerShell((command) => {
        const plain = command.replaceAll("'", '')
        if (plain === 'id -u') return { stdout: '0\n' }
        if (plain.startsWith('pm list')) return { stdout: 'package:android\n' }
        if (plain.startsWith('ls -A /data')) return { stdout: 'com.example\n' }
        if (plain.includes('md5sum')) {
          hashed += 1
          const wal = hashed === 1 ? `${'3'.repeat(32)}  ${file}-wal\n` : ''
          return { stdout: `${hashAt(hashed - 1)}  ${file}\n${wal}` }
        }
        if (plain.startsWith('tar')) copies.push(plain)
        return describePhone(plain) ?? { stdout: plain.startsWith('tar') ? whole : '' }
      })
    }
    const archive = async () => {
      const { body, finished } = await phone.createBackup()
      return { bytes: await buffer(body), contents: (await finished).contents }
    }
    answerWith((count) => hashes[count])
    const settled = await archive()
    expect(settled.contents.changed).toEqual([])
    expect(copies.map((command) => command.split(' ').at(-1))).toEqual([
      'data/data/com.example',
      'data/data/com.example/databases',
    ])
    // The journal that is gone is emptied, or it would be applied to the newer database.
    expect(settled.bytes.includes(`${file}-wal`)).toBe(true)
    answerWith((count) => String(count).repeat(32))
    expect((await archive()).contents.changed).toEqual([file])
  })
})

test('memory and storage that became free', async () => {
  let availableKb = 1000
  scripted.script.service = answerShell((command) => {
    if (command.includes('kill-all')) availableKb += 500
    return { stdout: command.includes('meminfo') ? `MemTotal: 9 kB\nMemAvailable:   ${availableKb} kB\n` : '' }
  })
  expect(await phone.freeMemory()).toEqual({ freedBytes: 500 * 1024 })
})
