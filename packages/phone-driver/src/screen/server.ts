import { randomInt } from 'node:crypto'
import type { AdbSocket } from '@yume-chan/adb'
import { printServerArguments, type ServerOptions, socketName } from '@yunji/phone-protocol/scrcpy/options'
import { PhoneError } from '../errors.ts'
import { pushFile, statSizes } from '../files.ts'
import { closeQuietly, type Link } from '../link/link.ts'
import type { Operation } from '../operation.ts'
import { findScrcpyServer, MISSING_SERVER, PHONE_PATH } from '../scrcpy-server.ts'
import { readAll } from '../shell.ts'
import type { Unsubscribe } from '../types.ts'
import { Listeners } from './listeners.ts'

/** Between attempts to reach a server that is starting. */
const LISTEN_POLL_MS = 50
const MAX_SCID = 0x7fff_ffff
const LINE_MAX_CHARS = 4000
/** The first errors say the most; later ones follow from them. */
const MAX_ERRORS = 20
const SHOWN_CHARS = 200
const ENCODING_ERROR = 'Capture/encoding error'
const SERVER_ERROR = '[server] ERROR: '
const MISSING_CLASS = /ClassNotFoundException|could not find class/i

export interface RunningServer {
  /** One socket for each requested stream: video, then control. */
  readonly sockets: readonly AdbSocket[]
  /** Resolves with the reason when the server's process has exited. */
  readonly ended: Promise<PhoneError>
  /** Called with every line of the server's log from now on. */
  onLine(listener: (line: string) => void): Unsubscribe
  stop(): void
}

/** Links on which the server's file is known to be on the phone. */
const provided = new WeakSet<Link>()

/** Starts scrcpy's server on the phone and waits until it has connected back. */
export async function startServer(
  link: Link,
  options: Partial<ServerOptions>,
  socketCount: number,
  operation: Operation,
): Promise<RunningServer> {
  const scid = randomInt(MAX_SCID)
  const providing = pushServer(link)
  providing.catch(() => {}) // awaited below, where the tunnel is removed on failure
  const tunnel = await openTunnel(link, `localabstract:${socketName(scid)}`, socketCount, operation)
  const sockets: AdbSocket[] = []
  try {
    await providing
    const command = serverCommand({ ...options, scid, tunnel_forward: tunnel.isForward })
    const process = await link.openSocket(`exec:${command}`, operation)
    sockets.push(process)
    const lines = new Listeners<string>()
    const ended = readToEnd(process, lines)
    const failed = ended.then((reason) => {
      throw reason
    })
    const connecting = tunnel.connect()
    connecting.catch(() => {}) // goes on for a moment when the server has ended
    const connected = await operation.race(Promise.race([connecting, failed]))
    sockets.push(...connected)
    return { sockets: connected, ended, onLine: (listener) => lines.add(listener), stop: () => stopAll(sockets) }
  } catch (error) {
    stopAll(sockets)
    throw error
  } finally {
    tunnel.remove()
  }
}

/** Not quoted: none of the words contains a character that is special to a shell. */
export const serverCommand = (options: Partial<ServerOptions>): string =>
  [
    `CLASSPATH=${PHONE_PATH}`,
    'app_process',
    '/',
    'com.genymobile.scrcpy.Server',
    // Without cleanup the file stays on the phone for the next session.
    ...printServerArguments({ ...options, cleanup: false, audio: false, send_device_meta: false }),
  ].join(' ')

async function pushServer(link: Link): Promise<void> {
  if (provided.has(link)) return
  const server = await findScrcpyServer()
  if (server) {
    const sizes = await statSizes(link, [PHONE_PATH])
    if (sizes.get(PHONE_PATH) !== server.sizeBytes) await pushFile(link, PHONE_PATH, [await server.read()])
  }
  provided.add(link)
}

interface Tunnel {
  readonly isForward: boolean
  /** Resolves with the sockets of a server that has been started. */
  connect(): Promise<AdbSocket[]>
  remove(): void
}

/** A phone that refuses a reverse tunnel (older adbd, some over the network) is connected to instead. */
async function openTunnel(link: Link, address: string, socketCount: number, operation: Operation): Promise<Tunnel> {
  const connected = Promise.withResolvers<AdbSocket[]>()
  const sockets: AdbSocket[] = []
  const accept = (socket: AdbSocket): void => {
    if (operation.signal.aborted) void closeQuietly(socket)
    else if (sockets.push(socket) === socketCount) connected.resolve(sockets)
  }
  try {
    await operation.race(link.adb.reverse.add(address, accept))
  } catch (error) {
    if (error instanceof PhoneError) throw error
    return forwardTunnel(link, address, socketCount, operation)
  }
  const remove = () => void link.adb.reverse.remove(address).catch(() => {})
  return { isForward: false, connect: () => connected.promise, remove }
}

/**
 * Nobody tells when the server listens, so it is tried until then. Its sockets go by the order of connecting: a byte on the
 * first says that it has been accepted.
 */
function forwardTunnel(link: Link, address: string, socketCount: number, operation: Operation): Tunnel {
  const removed = new AbortController()
  const connect = async (): Promise<AdbSocket[]> => {
    const sockets: AdbSocket[] = []
    while (sockets.length < socketCount && !removed.signal.aborted) {
      const socket = await link.openSocket(address, operation).catch((error: PhoneError) => {
        if (error.kind !== 'unsupported') throw error
        return null
      })
      if (socket) sockets.push(socket)
      if (socket && sockets.length === 1) await operation.race(skipFirstChunk(socket))
      else if (!socket) await operation.race(link.pause(LISTEN_POLL_MS))
    }
    if (removed.signal.aborted) stopAll(sockets)
    return sockets
  }
  return { isForward: true, connect, remove: () => removed.abort() }
}

async function skipFirstChunk({ readable }: AdbSocket): Promise<void> {
  const reader = readable.getReader()
  const { done } = await reader.read()
  reader.releaseLock()
  if (done) throw new PhoneError('lost', 'the phone closed the screen before it opened')
}

/** Unread output would block the link. Of a long session only the errors and the last line are kept. */
async function readToEnd(process: AdbSocket, listeners: Listeners<string>): Promise<PhoneError> {
  const decoder = new TextDecoder()
  const errors: string[] = []
  let last = ''
  let rest = ''
  try {
    for await (const chunk of process.readable) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()?.slice(-LINE_MAX_CHARS) ?? ''
      last = lines.findLast((line) => line.trim()) ?? last
      errors.push(...lines.filter(isError).slice(0, MAX_ERRORS - errors.length))
      for (const line of lines) listeners.emit(line.trimEnd())
    }
  } catch {
    // the link's own error is reported instead
  }
  return explainEnd([...errors, last, rest].join('\n'))
}

/** A server's other lines name encoders too. */
export const isError = (line: string): boolean => line.startsWith(SERVER_ERROR) || MISSING_CLASS.test(line)

/** Reason for the end of a server, by its output. */
export function explainEnd(output: string): PhoneError {
  const lines = output.split('\n').flatMap((line) => line.trim() || [])
  const errors = lines.filter(isError)
  const said = (errors[0] ?? lines.at(-1) ?? '').replace(SERVER_ERROR, '').slice(0, SHOWN_CHARS)
  if (errors.some((error) => MISSING_CLASS.test(error))) return new PhoneError('unsupported', MISSING_SERVER)
  if (errors.some((error) => /\b(video|H\.264) encoder\b/i.test(error))) {
    return new PhoneError('noEncoder', `the phone cannot encode its screen: ${said}`)
  }
  return new PhoneError('lost', `the phone stopped showing its screen${said && `: ${said}`}`)
}

/** Whether the encoder failed, as scrcpy's server reports it. */
export const isEncodingError = (error: unknown): boolean =>
  error instanceof PhoneError && error.message.includes(ENCODING_ERROR)

/** Everything that a server prints when it is started for one of its lists. */
export async function readServerList(
  link: Link,
  options: Pick<ServerOptions, 'list_apps'> | Pick<ServerOptions, 'list_encoders'>,
  timeoutMs: number,
): Promise<string> {
  await pushServer(link)
  const operation = link.begin('listing with the screen server', timeoutMs)
  try {
    const socket = await link.openSocket(`exec:${serverCommand(options)}`, operation)
    return (await operation.race(readAll(socket.readable))).toString()
  } finally {
    operation.end()
  }
}

function stopAll(sockets: readonly AdbSocket[]): void {
  for (const socket of sockets) void closeQuietly(socket)
}
