import { expect, it } from 'vitest'
import { addressBlockOf, plainAddress } from './address-block.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('counts %j as %j', (address, block) => expect(addressBlockOf(address)).toBe(block))

it('shows IPv4 in its own form only', () => {
  expect(plainAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
  expect(plainAddress('203.0.113.9')).toBe('203.0.113.9')
})
