import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Ranges that are not routed on the Internet: private, link-local, shared (RFC 6598), unique local. */
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

/** Host name or address of the loopback interface; IPv6 may be in brackets, as in a URL. */
export const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isIn(loopback, bare)
}

/** Address of this machine or its local network. */
export const isLocalAddress = (address: string): boolean => isIn(local, address)
