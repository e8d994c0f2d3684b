import { parseHostAndPort } from '@yunji/contract/operator/phones'
import { describe, expect, it } from 'vitest'
import { canonicalAddress, isAnyAt } from '../../../platform/host-addresses.ts'
import { judgeAddress, resolveHost } from './phone-address.ts'

describe('addresses of phones', () => {
  it.each([
    ['10.0.0.7:5555', { host: '10.0.0.7', port: 5555 }],
    ['Phone-1.Example:1', { host: 'phone-1.example', port: 1 }],
    ['[2001:db8::7]:5555', { host: '2001:db8::7', port: 5555 }],
  ])('%s is read', (text, address) => {
    expect(parseHostAndPort(text)).toEqual(address)
  })

  it.each(['10.0.0.7', '10.0.0.7:0', '10.0.0.7:65536', 'http://10.0.0.7:5555', 'a b:5', 'user@host:5', '::1:5555', ''])(
    '%s is refused',
    (text) => {
      expect(parseHostAndPort(text)).toBeNull()
    },
  )

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])('%s is this machine', (address) => {
    expect(judgeAddress(address, false)).toBe('forbidden')
    expect(judgeAddress(address, true)).toBe('allowed')
  })

  it.each([
    '0.0.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'ff02::1',
    '::',
  ])('no phone stands at %s', (address) => {
    expect(judgeAddress(address, true)).toBe('forbidden')
  })

  it('takes private networks, where phones stand', () => {
    for (const address of ['10.0.0.7', '192.168.1.9', '172.20.0.3', 'fd00::7']) {
      expect(judgeAddress(address, false)).toBe('allowed')
    }
  })

  it.each([
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['::FFFF:a00:5', '10.0.0.5'],
    ['2001:0DB8:0:0::0007', '2001:db8::7'],
    ['10.0.0.5', '10.0.0.5'],
  ])('%s is %s', (written, address) => {
    expect(canonicalAddress(written)).toBe(address)
  })

  it('knows a phone of a list under another spelling or name', async () => {
    const listed = [
      { host: '::ffff:10.0.0.5', port: 5555 },
      { host: 'localhost', port: 5556 },
      { host: 'no-such-phone.invalid', port: 5555 },
    ]
    expect(await isAnyAt(listed, { host: '10.0.0.5', port: 5555 })).toBe(true)
    expect(await isAnyAt(listed, { host: '10.0.0.5', port: 5556 })).toBe(false)
    expect(await isAnyAt(listed.slice(0, 2), { host: '127.0.0.1', port: 5556 })).toBe(true)
  })

  it('judges every address of a name, and connects to what it judged', async () => {
    const named = (...addresses: string[]) => resolveHost('phone.example', false, async () => addresses)
    expect(await named('10.0.0.7')).toBe('10.0.0.7')
    expect(await named('::ffff:a00:7')).toBe('10.0.0.7')
    expect(await named('10.0.0.7', '127.0.0.1')).toBe('forbidden')
    expect(await named()).toBeNull()
    expect(await resolveHost('phone.example', false, () => Promise.reject(new Error('no such name')))).toBeNull()
  })
})
