import { randomInt } from 'node:crypto'
import type { AdbSocket } from '@yume-chan/adb'
import { printServerArguments, type ServerOptions, socketName } from '@yunji/phone-protocol/scrcpy/options'
import { PhoneError } from '../errors.ts'
import { pushFile, statSizes } from '../files.ts'
import { closeQuietly, type Link } from '../link/link.ts'
import type { Operation } from '../operation.ts'
import { findScrcpyServer, MISSING_SERVER, PHONE_PATH } from '../scrcpy-server.ts'

const MAX_SCID = 0x7fff_ffff
const KEPT_CHARS = 4000

export interface RunningServer {
  /** One socket for each requested stream: video, then control. */
  readonly sockets: readonly AdbSocket[]
  /** Resolves with the reason when the server's process has exited. */
  readonly ended: Promise<PhoneError>
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
    const process = await link.openSocket(`exec:${serverCommand({ ...options, scid })}`, operation)
    sockets.push(process)
    const ended = readToEnd(process)
    const failed = ended.then((reason) => {
      throw reason
    })
    const connected = await operation.race(Promise.race([tunnel.connected, failed]))
    sockets.push(...connected)
    return { sockets: connected, ended, stop: () => stopAll(sockets) }
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

export async function pushServer(link: Link): Promise<void> {
  if (provided.has(link)) return
  const server = await findScrcpyServer()
  if (server) {
    const sizes = await statSizes(link, [PHONE_PATH])
    if (sizes.get(PHONE_PATH) !== server.sizeBytes) await pushFile(link, PHONE_PATH, [await server.read()])
  }
  provided.add(link)
}

/** Reverse tunnel: the server connects back, so there is no need to poll for its socket. */
async function openTunnel(link: Link, address: string, socketCount: number, operation: Operation) {
  const connected = Promise.withResolvers<AdbSocket[]>()
  const sockets: AdbSocket[] = []
  const accept = (socket: AdbSocket): void => {
    if (operation.signal.aborted) void closeQuietly(socket)
    else if (sockets.push(socket) === socketCount) connected.resolve(sockets)
  }
  try {
    await operation.race(link.adb.reverse.add(address, accept))
  } catch (cause) {
    if (cause instanceof PhoneError) throw cause
    throw new PhoneError('unsupported', 'the phone opens no reverse tunnel', { cause })
  }
  const remove = () => void link.adb.reverse.remove(address).catch(() => {})
  return { connected: connected.promise, remove }
}

/** Unread output would block the link. The last lines give the reason for the exit. */
async function readToEnd(process: AdbSocket): Promise<PhoneError> {
  let output = ''
  try {
    for await (const chunk of process.readable) output = (output + Buffer.from(chunk)).slice(-KEPT_CHARS)
  } catch {
    // the link's own error is reported instead
  }
  return explainEnd(output)
}

export function explainEnd(output: string): PhoneError {
  const said = output.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
  if (/ClassNotFoundException|could not find class/i.test(output)) return new PhoneError('unsupported', MISSING_SERVER)
  if (/encoder|codec/i.test(output)) return new PhoneError('noEncoder', `the phone cannot encode its screen: ${said}`)
  return new PhoneError('lost', `the phone stopped showing its screen${said && `: ${said}`}`)
}

function stopAll(sockets: readonly AdbSocket[]): void {
  for (const socket of sockets) void closeQuietly(socket)
}
