import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const BLOCK_GROUPS = 4

/**
 * Unit of address counters: a single IPv4 address, or an IPv6 /64, which one customer line gets whole. An IPv4 address
 * embedded in IPv6 (`::ffff:…`, `64:ff9b::…`) counts as IPv4.
 */
export const addressBlockOf = (address: string): string => {
  if (isIPv4(address) || !isIPv6(address)) return address
  const groups = groupsOf(address)
  const inner = innerIPv4(groups)
  return inner ?? `${groups.slice(0, BLOCK_GROUPS).map(hex).join(':')}::/64`
}

/** Embedded IPv4 addresses in IPv4 form; others unchanged. */
export const plainAddress = (address: string): string =>
  isIPv6(address) ? (innerIPv4(groupsOf(address)) ?? address) : address

const hex = (group: number): string => group.toString(16)

const groupsOf = (address: string): number[] => {
  const [bare = ''] = address.split('%')
  const dotted = /[0-9.]+$/.exec(bare)?.[0] ?? ''
  const text = dotted.includes('.') ? bare.slice(0, -dotted.length) + groupsOfIPv4(dotted).map(hex).join(':') : bare
  const [left = '', right] = text.split('::')
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(left), read(right ?? '')]
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after]
}

const groupsOfIPv4 = (address: string): [number, number] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

const MAPPED = '0:0:0:0:0:ffff'
const NAT64 = '64:ff9b:0:0:0:0'

const innerIPv4 = (groups: readonly number[]): string | undefined => {
  const prefix = groups.slice(0, 6).map(hex).join(':')
  if (prefix !== MAPPED && prefix !== NAT64) return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
