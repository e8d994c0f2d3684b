import { toBytes } from '../system/bytes.ts'
import type { PhoneSystem } from '../system/system.ts'
import type { Reverses } from './reverse-service.ts'
import { parseShellService, serveShell } from './shell-service.ts'
import type { AdbStream } from './stream.ts'
import { serveSync } from './sync-service.ts'
import type { Service, Transport } from './transport.ts'

/** Features announced in the banner. */
export const FEATURES = ['shell_v2', 'cmd', 'stat_v2', 'ls_v2', 'fixed_push_mkdir', 'sendrecv_v2']

const SOCKET = /^(?:tcp:\d+|local(?:abstract|reserved|filesystem)?:.+)$/
const REVERSE = 'reverse:'

/** Service for an OPEN; null when there is none. */
export function findService(
  system: PhoneSystem,
  reverses: Reverses,
  transport: Transport,
  name: string,
): Service | null {
  if (name === 'sync:') return (stream) => serveSync(system.files, stream)
  const shell = parseShellService(name)
  if (shell !== null) return (stream) => serveShell(system, stream, shell)
  if (name.startsWith(REVERSE)) return (stream) => reverses.serve(transport, stream, name.slice(REVERSE.length))
  if (name.startsWith('reboot:')) return (stream) => serveReboot(system, stream)
  if (name === 'root:') return (stream) => say(stream, 'adbd is already running as root\n')
  if (name === 'unroot:') return (stream) => say(stream, 'adbd not running as root\n')
  if (name.startsWith('remount:')) return (stream) => say(stream, 'remount succeeded\n')
  const listener = SOCKET.test(name) ? system.network.findListener(name) : null
  return listener === null ? null : async (stream) => listener(stream)
}

async function serveReboot(system: PhoneSystem, stream: AdbStream): Promise<void> {
  await stream.end()
  system.reboot()
}

async function say(stream: AdbStream, text: string): Promise<void> {
  await stream.write(toBytes(text))
  await stream.end()
}
