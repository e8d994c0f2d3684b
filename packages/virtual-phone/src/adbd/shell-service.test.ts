import { AdbCommand } from '@yunji/phone-protocol/adb/packet'
import { encodeShellFrame, type ShellFrame, ShellFrameReader, ShellId } from '@yunji/phone-protocol/adb/shell-v2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestPhone } from '../testing/test-phone.ts'
import { parseShellService, serveShell } from './shell-service.ts'
import { AdbStream, type StreamCarrier } from './stream.ts'

let phone: TestPhone
beforeEach(() => {
  phone = new TestPhone()
})
afterEach(() => phone.close())

/** The computer's end of one stream: it acknowledges everything at once. */
class Computer implements StreamCarrier {
  readonly maxPayloadBytes = 4096
  readonly stream = new AdbStream(this, 1, 2)
  output = Buffer.alloc(0)
  acknowledgements = 0
  isClosed = false

  send(command: AdbCommand, _from: number, _to: number, payload: Uint8Array = new Uint8Array(0)): void {
    if (command === AdbCommand.OKAY) this.acknowledgements += 1
    if (command === AdbCommand.CLSE) this.isClosed = true
    if (command !== AdbCommand.WRTE) return
    this.output = Buffer.concat([this.output, payload])
    queueMicrotask(() => this.stream.takeAcknowledgement())
  }

  forget(): void {}

  frames(): ShellFrame[] {
    return new ShellFrameReader().push(this.output)
  }
}

const serve = (service: string, computer: Computer) => {
  const request = parseShellService(service)
  if (request === null) throw new Error('not a shell')
  return serveShell(phone.system, computer.stream, request)
}

const text = (data: Uint8Array) => Buffer.from(data).toString()

test('services are read as adb writes them', () => {
  expect(parseShellService('shell:ls -l')).toEqual({ command: 'ls -l', isVersion2: false, isTerminal: false })
  expect(parseShellService('shell,v2,TERM=xterm-256color,raw:a:b')).toEqual({
    command: 'a:b',
    isVersion2: true,
    isTerminal: false,
  })
  expect(parseShellService('shell,v2,pty:')).toEqual({ command: '', isVersion2: true, isTerminal: true })
  expect(parseShellService('shell:')).toEqual({ command: '', isVersion2: false, isTerminal: true })
  expect(parseShellService('exec:ls')).toEqual({ command: 'ls', isVersion2: false, isTerminal: false })
  expect(parseShellService('shellx:ls')).toBeNull()
})

describe('version 2', () => {
  test('keeps the streams apart and ends with the exit code', async () => {
    const computer = new Computer()
    await serve('shell,v2,raw:echo out; echo err >&2; exit 300', computer)
    expect(computer.frames().map(({ id, data }) => [id, text(data)])).toEqual([
      [ShellId.stdout, 'out\n'],
      [ShellId.stderr, 'err\n'],
      [ShellId.exit, String.fromCharCode(300 & 0xff)],
    ])
    expect(computer.isClosed).toBe(true)
  })

  test('takes stdin until it is closed', async () => {
    const computer = new Computer()
    const served = serve('shell,v2,raw:cat', computer)
    computer.stream.takeData(
      Buffer.concat([
        encodeShellFrame(ShellId.stdin, Buffer.from('in')),
        encodeShellFrame(ShellId.windowSize, Buffer.from('24x80,0x0')),
        encodeShellFrame(ShellId.closeStdin),
      ]),
    )
    await served
    expect(computer.frames().map(({ data }) => text(data))).toEqual(['in', '\0'])
  })

  test('does not take more stdin than is read', async () => {
    const computer = new Computer()
    const served = serve('shell,v2,raw:sleep 100', computer)
    computer.stream.takeData(encodeShellFrame(ShellId.stdin, Buffer.from('a')))
    await new Promise((resolve) => setImmediate(resolve))
    expect(computer.acknowledgements).toBe(1)
    computer.stream.takeData(encodeShellFrame(ShellId.stdin, Buffer.from('b')))
    await new Promise((resolve) => setImmediate(resolve))
    expect(computer.acknowledgements).toBe(1)
    computer.stream.takeClose()
    await expect(served).rejects.toThrow('closed')
  })
})

test('a terminal echoes, corrects, and ends its lines as screens want them', async () => {
  const computer = new Computer()
  const served = serve('shell:', computer)
  computer.stream.takeData(Buffer.from('echo abx\u007fc\rcd /sdcard\r\u0003\u0004'))
  await served
  expect(computer.output.toString()).toBe(
    'yunji_one:/ # echo abx\b \bc\r\nabc\r\nyunji_one:/ # cd /sdcard\r\nyunji_one:/sdcard # ^C\r\nyunji_one:/sdcard # ',
  )
  expect(computer.isClosed).toBe(true)
})

test('a stream cuts what it sends to what the computer can take', async () => {
  const computer = new Computer()
  await serve('exec:seq 5000', computer)
  expect(computer.output.length).toBe(23_893)
})

test('what a computer sends ahead before it hangs up arrives whole', async () => {
  const computer = new Computer()
  const served = serve('exec:cat > /sdcard/ahead', computer)
  for (const part of ['one ', 'two ', 'three']) computer.stream.takeData(Buffer.from(part))
  computer.stream.takeClose()
  await served
  const reader = new Computer()
  await serve('exec:cat /sdcard/ahead', reader)
  expect(reader.output.toString()).toBe('one two three')
})

test('a computer that sends without end is not kept up with', () => {
  const { stream } = new Computer()
  const chunk = new Uint8Array(1024 * 1024)
  for (let sent = 0; sent < 8; sent += 1) stream.takeData(chunk)
  expect(() => stream.takeData(chunk)).toThrow('so much ahead')
})
