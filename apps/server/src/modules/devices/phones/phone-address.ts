import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { canonicalAddress, resolveAddresses } from '../../../platform/host-addresses.ts'

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

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isOwn = (address: string): boolean =>
  isIn(loopback, address) ||
  Object.values(networkInterfaces()).some((all) => all?.some((each) => canonicalAddress(each.address) === address))

/** `forbidden`: an address of this machine, unless that is allowed, or one where no phone stands. */
export const judgeAddress = (address: string, mayBeOwn: boolean): 'allowed' | 'forbidden' => {
  const plain = canonicalAddress(address)
  if (isIP(plain) === 0 || isIn(reserved, plain)) return 'forbidden'
  return isOwn(plain) && !mayBeOwn ? 'forbidden' : 'allowed'
}

/**
 * The canonical address behind a host name: the one that was judged is the one that is kept and connected to. Null for an unknown name. A name with
 * any forbidden address is forbidden.
 */
export const resolveHost = async (
  host: string,
  mayBeOwn: boolean,
  resolve: (host: string) => Promise<readonly string[]> = resolveAddresses,
): Promise<string | 'forbidden' | null> => {
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  if (addresses.some((address) => judgeAddress(address, mayBeOwn) === 'forbidden')) return 'forbidden'
  return addresses[0] === undefined ? null : canonicalAddress(addresses[0])
}
