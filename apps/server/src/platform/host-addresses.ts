import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { untilAborted } from './abort.ts'
import { limitConcurrency } from './concurrency.ts'

const NAMES_WAITING = 16
const NAME_DEADLINE_MS = 5000

/** One notation for each address; IPv4 inside IPv6 is IPv4. */
export const canonicalAddress = (address: string): string => {
  const canonical = isIP(address) === 6 ? (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address) : address
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/** The system's resolver occupies one of few threads of the process for as long as it takes. */
const limited = limitConcurrency(1, NAMES_WAITING)

/** Canonical addresses of a host; none for a name that does not exist. */
export const resolveAddresses = async (host: string): Promise<string[]> => {
  if (isIP(host) !== 0) return [canonicalAddress(host)]
  const found = limited(() => lookup(host, { all: true }))
  const addresses = await untilAborted(AbortSignal.timeout(NAME_DEADLINE_MS), found).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return []
    throw error
  })
  return addresses.map(({ address }) => canonicalAddress(address))
}

interface Endpoint {
  readonly host: string
  readonly port: number
}

/** One of the hosts stands at the resolved address. */
export const isAnyAt = async (hosts: readonly Endpoint[], { host, port }: Endpoint): Promise<boolean> => {
  const address = canonicalAddress(host)
  for (const each of hosts) {
    if (each.port === port && (await resolveAddresses(each.host)).includes(address)) return true
  }
  return false
}
