import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthType, encodePublicKey } from '@yunji/phone-protocol/adb/auth'
import { AdbCommand, encodePacket } from '@yunji/phone-protocol/adb/packet'
import { eventually } from '@yunji/testkit/eventually'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PhoneFault } from './fault.ts'
import { VirtualPhone } from './phone.ts'
import { DEFAULT_CONFIG, type PhoneConfig } from './system/config.ts'
import { RawClient } from './testing/raw-client.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

let folder: string
let phone: VirtualPhone
let clients: RawClient[]

const config = { ...DEFAULT_CONFIG, id: 'test', authorisedKeys: [encodePublicKey(keys.publicKey, 'test')] }
const start = (port = 0, more: Partial<PhoneConfig> = {}) =>
  VirtualPhone.start({ config: { ...config, ...more }, folder: path.join(folder, 'phone'), port, bootMs: 1 })

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'yunji-phone-'))
  clients = []
  phone = await start()
})
afterEach(async () => {
  for (const client of clients) client.close()
  await phone.close()
  rmSync(folder, { recursive: true, force: true })
})

async function connect(): Promise<RawClient> {
  const client = await RawClient.connect(phone.port)
  clients.push(client)
  return client
}

async function enter(): Promise<RawClient> {
  const client = await connect()
  expect((await client.authenticate(keys.privateKey))?.command).toBe(AdbCommand.CNXN)
  return client
}

const setFault = (kind: PhoneFault['kind'], delayMs = 0) => phone.setFault({ kind, delayMs })

describe('the way in', () => {
  test('is open to a known key, with a banner that says who the phone is', async () => {
    const client = await connect()
    const welcome = await client.authenticate(keys.privateKey)
    expect(welcome).toMatchObject({ command: AdbCommand.CNXN, arg0: 0x01000001, arg1: 1024 * 1024 })
    expect(Buffer.from(welcome?.payload ?? []).toString()).toMatch(
      /^device::ro\.product\.name=yunji_one;ro\.product\.model=Yunji One;.*features=shell_v2,/,
    )
  })

  test('gets a new token for each wrong signature, and never opens to an offered key', async () => {
    const client = await connect()
    const again = await client.authenticate(stranger.privateKey)
    expect(again).toMatchObject({ command: AdbCommand.AUTH, arg0: AuthType.token })
    const offered = Buffer.from(`${encodePublicKey(stranger.publicKey, 'me')}\0`)
    client.send(AdbCommand.AUTH, AuthType.publicKey, 0, offered)
    client.send(AdbCommand.OPEN, 1, 0, Buffer.from('exec:echo in\0'))
    client.hello()
    expect(await client.next()).toMatchObject({ command: AdbCommand.AUTH, arg0: AuthType.token })
  })

  test('takes a signature once only', async () => {
    const client = await connect()
    client.hello()
    const first = await client.next()
    client.send(AdbCommand.AUTH, AuthType.signature, 0, new Uint8Array(256))
    const second = await client.next()
    expect(second?.payload).not.toEqual(first?.payload)
  })

  test.each([
    ['noise', Buffer.alloc(64, 0x41)],
    [
      'a payload beyond the limit',
      Buffer.from('57525445000000000000000001000001000000 00a8adabba'.replace(' ', ''), 'hex'),
    ],
  ])('is closed to %s', async (_, bytes) => {
    const client = await connect()
    client.socket.write(bytes)
    expect(await client.next()).toBeNull()
  })

  test('is closed to whoever goes on sending what nobody reads', async () => {
    const client = await enter()
    client.send(AdbCommand.OPEN, 1, 0, Buffer.from('exec:sleep 100\0'))
    const opened = await client.next()
    const packet = encodePacket(AdbCommand.WRTE, 1, opened?.arg0 ?? 0, Buffer.alloc(1024 * 1024))
    for (let sent = 0; sent < 9; sent += 1) client.socket.write(packet)
    expect(await client.next()).toBeNull()
  })
})

describe('rights', () => {
  const ask = async (client: RawClient, service: string) => {
    client.send(AdbCommand.OPEN, 9, 0, Buffer.from(`${service}\0`))
    let answer = ''
    for (let packet = await client.next(); packet?.command !== AdbCommand.CLSE; packet = await client.next()) {
      if (packet === null) return answer
      answer += Buffer.from(packet.payload).toString()
      if (packet.command === AdbCommand.WRTE) client.send(AdbCommand.OKAY, 9, packet.arg0)
    }
    return answer
  }
  const restart = async (more: Partial<PhoneConfig>) => {
    await phone.close()
    phone = await start(0, more)
  }

  test('are those of uid 2000 until adb root, which ends the connection', async () => {
    await restart({ root: 'adb' })
    const client = await enter()
    expect(await client.shell('id -u; ls /data/data')).toBe('2000\nls: /data/data: Permission denied\n')
    expect(await ask(client, 'root:')).toBe('restarting adbd as root\n')
    expect(await client.next()).toBeNull()
    const again = await enter()
    expect(await again.shell('id -u')).toBe('0\n')
    expect(await ask(again, 'root:')).toBe('adbd is already running as root\n')
    await phone.reboot()
    expect(await (await enter()).shell('id -u')).toBe('2000\n')
  })

  test('stay those of uid 2000 in a production build', async () => {
    await restart({ root: 'su' })
    const client = await enter()
    expect(await ask(client, 'root:')).toBe('adbd cannot run as root in production builds\n')
    expect(await client.shell('id -u; su -c "id -u"; getprop ro.debuggable')).toBe('2000\n0\n0\n')
  })

  test('hold for the file service, too', async () => {
    await restart({ root: 'none' })
    const client = await enter()
    const request = (id: string, file: string) => {
      const name = Buffer.from(file)
      const head = Buffer.from(`${id}\0\0\0\0`)
      head.writeUInt32LE(name.length, 4)
      return Buffer.concat([head, name])
    }
    client.send(AdbCommand.OPEN, 3, 0, Buffer.from('sync:\0'))
    const opened = await client.next()
    client.send(AdbCommand.WRTE, 3, opened?.arg0 ?? 0, request('RECV', '/data/data/com.yunji.notes/files/notes.json'))
    expect((await client.next())?.command).toBe(AdbCommand.OKAY)
    expect(Buffer.from((await client.next())?.payload ?? []).toString()).toMatch(/^FAIL.*Permission denied$/s)
  })

  test('an older phone announces fewer features, and refuses the requests of the others', async () => {
    await restart({ adbFeatures: ['shell_v2', 'cmd', 'stat_v2'] })
    const client = await connect()
    const welcome = await client.authenticate(keys.privateKey)
    expect(Buffer.from(welcome?.payload ?? []).toString()).toMatch(/;features=shell_v2,cmd,stat_v2$/)
    client.send(AdbCommand.OPEN, 3, 0, Buffer.from('sync:\0'))
    const opened = await client.next()
    client.send(AdbCommand.WRTE, 3, opened?.arg0 ?? 0, Buffer.from('LIS2\x07\0\0\0/sdcard'))
    expect((await client.next())?.command).toBe(AdbCommand.OKAY)
    expect(Buffer.from((await client.next())?.payload ?? []).toString()).toMatch(/^FAIL.*unknown command LIS2$/s)
  })
})

describe('debugging', () => {
  test('that is switched off ends all connections, until it is switched on from outside', async () => {
    const { port } = phone
    const client = await enter()
    await client.shell('settings put global adb_enabled 0')
    await eventually(() => expect(client.isClosed).toBe(true))
    await expect(connect()).rejects.toThrow('ECONNREFUSED')
    await phone.reboot()
    await expect(connect()).rejects.toThrow('ECONNREFUSED')
    phone.setState({ isDebuggingOn: true })
    await eventually(async () => void (await connect()))
    expect(phone.port).toBe(port)
    expect(await (await enter()).shell('settings get global adb_enabled')).toBe('1\n')
  })
})

test('a small file is pulled in one packet', async () => {
  const client = await enter()
  expect(await client.shell('echo small > /sdcard/small')).toBe('')
  client.send(AdbCommand.OPEN, 3, 0, Buffer.from('sync:\0'))
  const opened = await client.next()
  client.send(AdbCommand.WRTE, 3, opened?.arg0 ?? 0, Buffer.from('RECV\x0d\0\0\0/sdcard/small'))
  expect((await client.next())?.command).toBe(AdbCommand.OKAY)
  expect(Buffer.from((await client.next())?.payload ?? []).toString('latin1')).toBe('DATA\x06\0\0\0small\nDONE\0\0\0\0')
})

test('a phone is put to sleep, locked and robbed of its services from outside', async () => {
  const client = await enter()
  phone.setState({ isAwake: false, isLocked: true, awayServices: ['package'] })
  expect(await client.shell('dumpsys power | grep Wakefulness; dumpsys window | grep mShowing')).toBe(
    '  mWakefulness=Asleep\n  mShowingLockscreen=true\n',
  )
  expect(await client.shell('pm list packages')).toBe("cmd: Can't find service: package\n")
  phone.setState({ isAwake: true, isLocked: false, awayServices: [], file: { path: '/sdcard/s', kind: 'socket' } })
  expect(await client.shell('dumpsys window | grep mShowing; pm path android; [ -S /sdcard/s ] && echo socket')).toBe(
    '  mShowingLockscreen=false\npackage:/system/app/android/base.apk\nsocket\n',
  )
})

test('a service that does not exist is refused, and the link stays', async () => {
  const client = await enter()
  for (const name of ['nonsense:', 'tcp:80', 'localabstract:nobody']) {
    client.send(AdbCommand.OPEN, 5, 0, Buffer.from(`${name}\0`))
    expect(await client.next()).toMatchObject({ command: AdbCommand.CLSE, arg0: 0, arg1: 5 })
  }
  expect(await client.shell('echo still here')).toBe('still here\n')
})

test('what a person leaves behind is there after a restart of the process', async () => {
  const client = await enter()
  await client.shell('echo note > /sdcard/note; setprop persist.a b; settings put system x y')
  const { port } = phone
  await phone.close()
  phone = await start(port)
  expect(phone.port).toBe(port)
  const again = await enter()
  expect(await again.shell('cat /sdcard/note; getprop persist.a; settings get system x')).toBe('note\nb\ny\n')
})

test('no packet of anybody inside breaks the phone', async () => {
  const errors: unknown[] = []
  const victim = await VirtualPhone.start({
    config,
    folder: path.join(folder, 'victim'),
    port: 0,
    onError: (error) => errors.push(error),
  })
  const enterVictim = async () => {
    const client = await RawClient.connect(victim.port)
    await client.authenticate(keys.privateKey)
    return client
  }
  const services = [
    'sync:',
    'shell,v2,raw:cat',
    'shell:',
    'exec:cat',
    'reverse:forward:tcp:1;tcp:2',
    'reverse:list-forward',
  ]
  const payload = fc.oneof(
    fc.constantFrom(...services).map((name) => Buffer.from(`${name}\0`)),
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom('SEND', 'RECV', 'LIST', 'DATA', 'DONE', 'STA2', 'SND2')
      .chain((word) =>
        fc.uint8Array({ minLength: 4, maxLength: 20 }).map((rest) => Buffer.concat([Buffer.from(word), rest])),
      ),
  )
  const packet = fc.record({
    command: fc.constantFrom(...Object.values(AdbCommand)),
    arg0: fc.nat(4),
    arg1: fc.nat(4),
    payload,
  })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(packet, { maxLength: 20 }), async (packets) => {
        const client = await enterVictim()
        for (const { command, arg0, arg1, payload: bytes } of packets) client.send(command, arg0, arg1, bytes)
        const other = await enterVictim()
        expect(await other.shell('echo alive')).toBe('alive\n')
        client.close()
        other.close()
      }),
      { numRuns: 25 },
    )
    expect(errors).toEqual([])
  } finally {
    await victim.close()
  }
})

test('whoever deletes everything finds a working phone after a restart', async () => {
  const client = await enter()
  await client.shell('rm -rf /*; touch /data /sdcard; ln -s /nowhere /system')
  await phone.reboot()
  const again = await enter()
  expect(await again.shell('echo new > /sdcard/a; cat /data/media/0/a; pm path com.yunji.notes')).toBe(
    'new\npackage:/system/app/com.yunji.notes/base.apk\n',
  )
})

describe('faults', () => {
  test('refuse: nobody gets a connection, and those that were there are cut', async () => {
    const client = await enter()
    await setFault('refuse')
    expect(await client.next()).toBeNull()
    await expect(RawClient.connect(phone.port)).rejects.toThrow('ECONNREFUSED')
    await setFault('none')
    expect(await (await enter()).shell('echo back')).toBe('back\n')
  })

  test('hang: people get in and get no answer', async () => {
    await setFault('hang')
    const client = await enter()
    const answer = client.shell('echo never')
    const other = await enter() // two rounds later the phone has seen what was asked first
    await setFault('none')
    expect(await other.shell('echo now')).toBe('now\n')
    client.close()
    expect(await answer).toBeNull()
  })

  test('slow: everything comes, in order, later', async () => {
    await setFault('slow', 5)
    const client = await enter()
    expect(await client.shell('seq 3')).toBe('1\n2\n3\n')
  })

  test('crash: links break, the phone comes back on its port', async () => {
    const client = await enter()
    const { port } = phone
    await setFault('crash')
    expect(await client.next()).toBeNull()
    const again = await eventually(enter)
    expect(phone.port).toBe(port)
    expect(await again.shell('getprop sys.boot_completed')).toBe('1\n')
  })

  test('diskFull: writing fails and reading does not', async () => {
    const client = await enter()
    await client.shell('echo old > /sdcard/a')
    await setFault('diskFull')
    expect(await client.shell('echo new > /sdcard/a; cat /sdcard/a')).toContain('No space left on device\nold\n')
    await setFault('none')
    expect(await client.shell('echo new > /sdcard/a; cat /sdcard/a', 2)).toBe('new\n')
  })

  test('lostLink: the connection stands and nothing comes through', async () => {
    const client = await enter()
    await setFault('lostLink')
    const answer = client.shell('echo never')
    await setFault('none')
    expect(await answer).toBeNull()
    expect(await (await enter()).shell('echo new link')).toBe('new link\n')
  })

  test('noBoot: the phone stays away after its next start, until the fault is lifted', async () => {
    await setFault('noBoot')
    const client = await enter()
    await client.shell('reboot')
    await eventually(() => expect(RawClient.connect(phone.port)).rejects.toThrow('ECONNREFUSED'))
    await setFault('none')
    expect(await (await enter()).shell('echo up')).toBe('up\n')
  })
})
