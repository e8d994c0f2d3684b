import { toBytes } from '../system/bytes.ts'
import { ADB_ROOT_PROPERTY, adbUser, asUser, type PhoneSystem } from '../system/system.ts'
import type { Reverses } from './reverse-service.ts'
import { parseShellService, serveShell } from './shell-service.ts'
import type { AdbStream } from './stream.ts'
import { serveSync } from './sync-service.ts'
import type { Service, Transport } from './transport.ts'

const SOCKET = /^(?:tcp:\d+|local(?:abstract|reserved|filesystem)?:.+)$/
const REVERSE = 'reverse:'

/** Service for an OPEN; null when there is none. */
export function findService(
  system: PhoneSystem,
  reverses: Reverses,
  transport: Transport,
  name: string,
): Service | null {
  if (name === 'sync:')
    return (stream) => serveSync(asUser(system, adbUser(system)).files, stream, system.config.adbFeatures)
  const shell = parseShellService(name)
  if (shell !== null) return (stream) => serveShell(system, stream, shell)
  if (name.startsWith(REVERSE) && !system.config.hasReverse) return null
  if (name.startsWith(REVERSE)) return (stream) => reverses.serve(transport, stream, name.slice(REVERSE.length))
  if (name.startsWith('reboot:')) return (stream) => serveReboot(system, stream)
  if (name === 'root:') return (stream) => serveRoot(system, transport, stream)
  if (name === 'unroot:') return (stream) => serveUnroot(system, transport, stream)
  if (name.startsWith('remount:')) return (stream) => say(stream, remountAnswer(system))
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

const isProduction = ({ properties }: PhoneSystem) => properties.get('ro.debuggable') !== '1'

/** adbd starts again as another user, so the connection ends. */
async function serveRoot(system: PhoneSystem, transport: Transport, stream: AdbStream): Promise<void> {
  if (adbUser(system) === 'root') return say(stream, 'adbd is already running as root\n')
  if (isProduction(system)) return say(stream, 'adbd cannot run as root in production builds\n')
  system.properties.set(ADB_ROOT_PROPERTY, '1')
  await say(stream, 'restarting adbd as root\n')
  transport.drop()
}

async function serveUnroot(system: PhoneSystem, transport: Transport, stream: AdbStream): Promise<void> {
  if (adbUser(system) !== 'root' || system.config.root === 'always') return say(stream, 'adbd not running as root\n')
  system.properties.set(ADB_ROOT_PROPERTY, '0')
  await say(stream, 'restarting adbd as non root\n')
  transport.drop()
}

function remountAnswer(system: PhoneSystem): string {
  return adbUser(system) === 'root' ? 'remount succeeded\n' : 'Not running as root. Try "adb root" first.\n'
}
