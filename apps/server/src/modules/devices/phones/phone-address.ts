import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { untilAborted } from '../../../platform/abort.ts'
import { limitConcurrency } from '../../../platform/concurrency.ts'

const NAMES_WAITING = 16
const NAME_DEADLINE_MS = 5000

/** Ranges where no phone stands: unspecified, link-local (metadata services among them), multicast, reserved. */
const reserved = new BlockList()
reserved.addSubnet('0.0.0.0', 8)
reserved.addSubnet('169.254.0.0', 16)
reserved.addSubnet('224.0.0.0', 3)
reserved.addAddress('::', 'ipv6')
reserved.addSubnet('fe80::', 10, 'ipv6')
reserved.addSubnet('ff00::', 8, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** IPv4 inside IPv6 is IPv4, in either notation. */
const bare = (address: string): string => {
  const canonical = isIP(address) === 6 ? (URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address) : address
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isOwn = (address: string): boolean =>
  isIn(loopback, address) ||
  Object.values(networkInterfaces()).some((all) => all?.some((each) => bare(each.address) === address))

/** `forbidden`: an address of this machine, unless that is allowed, or one where no phone stands. */
export const judgeAddress = (address: string, mayBeOwn: boolean): 'allowed' | 'forbidden' => {
  const plain = bare(address)
  if (isIP(plain) === 0 || isIn(reserved, plain)) return 'forbidden'
  return isOwn(plain) && !mayBeOwn ? 'forbidden' : 'allowed'
}

/**
 * The address behind a host name, so that what was judged is what is connected to. Null for an unknown name. A name with
 * any forbidden address is forbidden.
 */
export const resolveHost = async (
  host: string,
  mayBeOwn: boolean,
  resolve: (host: string) => Promise<readonly string[]> = resolveName,
): Promise<string | 'forbidden' | null> => {
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  if (addresses.some((address) => judgeAddress(address, mayBeOwn) === 'forbidden')) return 'forbidden'
  return addresses[0] ?? null
}

/** The system's resolver occupies one of few threads of the process for as long as it takes. */
const limited = limitConcurrency(1, NAMES_WAITING)

const resolveName = async (host: string): Promise<string[]> => {
  const found = limited(() => lookup(host, { all: true }))
  return (await untilAborted(AbortSignal.timeout(NAME_DEADLINE_MS), found)).map(({ address }) => address)
}
