import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Ranges that no router of the Internet passes on: private, link-local, shared (RFC 6598), unique local. */
const local = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  local.addSubnet(network, bits)
}
local.addAddress('::1', 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')

const isIn = (list: BlockList, address: string): boolean => {
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  return family !== 0 && list.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** A host name or address that only this machine reaches; brackets of an IPv6 address in a URL are allowed. */
export const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isIn(loopback, bare)
}

/** An address of this machine or of its own network. */
export const isLocalAddress = (address: string): boolean => isIn(local, address)
