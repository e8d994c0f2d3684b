import { expect, it } from 'vitest'
import { isLocalAddress, isLoopbackHost } from './local-address.ts'

it.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
  'takes %s for this machine',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)

it.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '127.0.0.1.example',
  'localhost.example',
  'db',
  '128.0.0.1',
  '::ffff:10.0.0.1',
])('takes %s for somewhere else', (host) => expect(isLoopbackHost(host)).toBe(false))

it.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.7', '169.254.1.1', '::1', 'fe80::1%eth0', 'fd00::7'])(
  'finds %s in the own network',
  (address) => expect(isLocalAddress(address)).toBe(true),
)

it.each(['::ffff:192.168.1.7'])('reads the IPv4 address in %s', (address) => expect(isLocalAddress(address)).toBe(true))

it.each(['', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', 'localhost'])(
  'finds %s outside of it',
  (address) => expect(isLocalAddress(address)).toBe(false),
)
