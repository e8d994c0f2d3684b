import type { AdbSocket } from '@yume-chan/adb'
import { type ControlMessage, CopyKey, encodeControl } from '@yunji/phone-protocol/scrcpy/control'
import { type DeviceMessage, DeviceMessageReader } from '@yunji/phone-protocol/scrcpy/device-message'
import { PhoneError } from '../errors.ts'
import { closeQuietly, type Link } from '../link/link.ts'
import type { Clock } from '../operation.ts'
import { commandError, run } from '../shell.ts'
import { isError, type RunningServer, startServer } from './server.ts'

const TIMEOUT_MS = 15_000
/** The answer and the log travel apart; the answer was sent first. */
const BEHIND_LOG_MS = 1000
/** Never created. scrcpy's server handles messages in order and logs that it cannot close this device. */
const UNKNOWN_UHID = 0xffff
const UNKNOWN_UHID_CLOSED = /^\[server\] WARN: Closing unknown UHID device: 65535$/
/** scrcpy's limit for one message. */
const TEXT_MAX_CHARS = 250
const SEQUENCE = 1n
const SHOWN_CHARS = 200
const ON_KEYBOARD = /^[\t\n\x20-\x7e]*$/

/** Injects ASCII as key events; other text is pasted through the clipboard. */
export async function typeText(link: Link, text: string): Promise<void> {
  if (!ON_KEYBOARD.test(text)) return writeClipboard(link, text, true)
  await withControl(link, async (control) => {
    for (let start = 0; start < text.length; start += TEXT_MAX_CHARS) {
      await control.send({ type: 'injectText', text: text.slice(start, start + TEXT_MAX_CHARS) })
    }
  })
}

export const setClipboard = (link: Link, text: string): Promise<void> => writeClipboard(link, text, false)

/**
 * Empty when the clipboard holds no text. scrcpy's server says nothing then, so a second message follows the question: a
 * trace of it in the log proves that the question has been handled.
 */
export async function getClipboard(link: Link, clock: Clock): Promise<string> {
  const text = await withControl(link, async (control) => {
    const handled = control.waitForLine(UNKNOWN_UHID_CLOSED)
    await control.send({ type: 'getClipboard', copyKey: CopyKey.none })
    await control.send({ type: 'uhidDestroy', id: UNKNOWN_UHID })
    const noText = handled.then(
      () => new Promise<null>((resolve) => void clock.after(BEHIND_LOG_MS, () => resolve(null))),
    )
    const answer = await Promise.race([control.answer, noText])
    return answer?.type === 'clipboard' ? answer.text : null
  })
  if (text === null) await assertService(link, 'clipboard')
  return text ?? ''
}

/** The server takes an absent clipboard service for an empty clipboard. */
async function assertService(link: Link, name: string): Promise<void> {
  const argv = ['service', 'check', name]
  const outcome = await run(link, argv)
  if (outcome.stdout.includes(': found')) return
  if (!outcome.stdout.includes(': not found')) throw commandError(argv, outcome)
  throw new PhoneError('unsupported', `the phone has no ${name} service`)
}

/** Resolves with the phone's acknowledgement, after the paste if there is one. */
async function writeClipboard(link: Link, text: string, isPaste: boolean): Promise<void> {
  await withControl(link, async (control) => {
    await control.send({ type: 'setClipboard', sequence: SEQUENCE, isPaste, text })
    await control.answer
  })
}

interface Control {
  readonly answer: Promise<DeviceMessage>
  send(message: ControlMessage): Promise<void>
  /** Rejects when the server logs an error or ends before. */
  waitForLine(pattern: RegExp): Promise<void>
}

/** Runs scrcpy's server without video for one request and waits until it has exited. */
async function withControl<Result>(link: Link, work: (control: Control) => Promise<Result>): Promise<Result> {
  const operation = link.begin('reaching the input of the phone', TIMEOUT_MS)
  try {
    const server = await startServer(link, { video: false, clipboard_autosync: false }, 1, operation)
    try {
      const [socket] = server.sockets
      if (!socket) throw new Error('There is one socket for control.')
      const writer = socket.writable.getWriter()
      const answer = firstMessage(socket)
      answer.catch(() => {}) // not every request has an answer
      const send = (message: ControlMessage) => operation.race(writer.write(encodeControl(message)))
      const waitForLine = (pattern: RegExp) => waitForLogLine(server, pattern)
      const result = await operation.race(work({ send, answer, waitForLine }))
      // The server handles everything sent before the end of the socket, then exits.
      await socket.close()
      await operation.race(server.ended)
      return result
    } finally {
      server.stop()
    }
  } catch (error) {
    if (error instanceof PhoneError) throw error
    throw new PhoneError('commandFailed', 'the phone did not take the input', { cause: error })
  } finally {
    operation.end()
  }
}

async function waitForLogLine(server: RunningServer, pattern: RegExp): Promise<void> {
  const found = Promise.withResolvers<void>()
  const stop = server.onLine((line) => {
    if (pattern.test(line)) found.resolve()
    else if (isError(line)) found.reject(new PhoneError('commandFailed', line.slice(0, SHOWN_CHARS)))
  })
  void server.ended.then(found.reject)
  await found.promise.finally(stop)
}

/** Goes on reading after the first message: unread data would block the link. */
async function firstMessage(socket: AdbSocket): Promise<DeviceMessage> {
  const first = Promise.withResolvers<DeviceMessage>()
  const reader = new DeviceMessageReader()
  void (async () => {
    try {
      for await (const chunk of socket.readable) for (const message of reader.push(chunk)) first.resolve(message)
    } finally {
      first.reject(new PhoneError('lost', 'the phone did not answer'))
    }
  })().catch(() => closeQuietly(socket))
  return first.promise
}
