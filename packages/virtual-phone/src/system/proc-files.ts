import { NULL_DEVICE, textFile, type VirtualFile } from '../files/phone-files.ts'
import type { PhoneSystem } from './system.ts'

const CORES = 4

/** Files that show the running system; empty while the phone is down. */
export function procFiles(find: () => PhoneSystem | null): ReadonlyMap<string, VirtualFile> {
  const shown = (show: (system: PhoneSystem) => string) =>
    textFile(() => {
      const system = find()
      return system === null ? '' : show(system)
    })
  return new Map([
    ['/dev/null', NULL_DEVICE],
    ['/proc/cpuinfo', shown(cpuInfo)],
    ['/proc/loadavg', shown(() => '0.08 0.05 0.01 1/420 2048\n')],
    ['/proc/meminfo', shown(memoryInfo)],
    ['/proc/net/dev', shown(networkDevices)],
    ['/proc/net/tcp', shown(listeningSockets)],
    ['/proc/net/tcp6', shown(() => SOCKETS_TITLE)],
    [
      '/proc/uptime',
      shown((system) => `${system.uptimeSeconds().toFixed(2)} ${(system.uptimeSeconds() * CORES).toFixed(2)}\n`),
    ],
    ['/proc/version', shown(() => 'Linux version 5.10.0-yunji (virtual) #1 SMP PREEMPT\n')],
  ])
}

function memoryInfo({ processes: { totalBytes, freeBytes } }: PhoneSystem): string {
  const cachedBytes = Math.round(freeBytes * 0.3)
  const rows: [string, number][] = [
    ['MemTotal', totalBytes],
    ['MemFree', freeBytes - cachedBytes],
    ['MemAvailable', freeBytes],
    ['Buffers', 8 * 1024 * 1024],
    ['Cached', cachedBytes],
    ['SwapTotal', 0],
    ['SwapFree', 0],
  ]
  return rows
    .map(([name, bytes]) => `${`${name}:`.padEnd(16)}${String(Math.floor(bytes / 1024)).padStart(8)} kB\n`)
    .join('')
}

function networkDevices({ users }: PhoneSystem): string {
  const names = ['lo', 'wlan0', ...(users.vpn === '' ? [] : ['tun0'])]
  const zeros = Array.from({ length: 16 }, () => '0').join(' ')
  return `Inter-|   Receive  |  Transmit\n face |bytes packets |bytes packets\n${names
    .map((name) => `${name.padStart(6)}: ${zeros}\n`)
    .join('')}`
}

const SOCKETS_TITLE =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const ADBD_PORT = 5555

/** The state 0A is LISTEN; adbd's own port is among them. */
function listeningSockets({ network }: PhoneSystem): string {
  const rows = [ADBD_PORT, ...network.ports].map((port, index) => {
    const local = `00000000:${port.toString(16).toUpperCase().padStart(4, '0')}`
    return `${String(index).padStart(4)}: ${local} 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1\n`
  })
  return `${SOCKETS_TITLE}${rows.join('')}`
}

const cpuInfo = () =>
  Array.from({ length: CORES }, (_, core) => `processor\t: ${core}\nmodel name\t: Yunji virtual core\n\n`).join('')
