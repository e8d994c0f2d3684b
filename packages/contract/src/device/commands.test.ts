import { describe, expect, it } from 'vitest'
import { deviceMachine } from '../machines/device.ts'
import { next } from '../machines/machine.ts'
import { canOpenUrl, commandRules, PACKAGE_NAME_PATTERN } from './commands.ts'
import { DeviceCommand } from './enums.ts'

describe('the address that a phone opens', () => {
  it.each(['http://example.com', 'https://example.com:8443/a?b=c#d', 'HTTPS://Example.com/云', 'http://192.168.1.1/'])(
    'takes %s',
    (url) => expect(canOpenUrl(url)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'intent://scan/#Intent;scheme=zxing;end',
    'content://sms/inbox',
    'tel:110',
    'http://user:pass@example.com/',
    'http://user@example.com/',
    'http://example.com\\@evil.example/',
    'http://example.com/a b',
    'http://example.com/\n--es x y',
    'http://example.com/\u0001',
    'http://example.com/\u202egnp.exe',
    'http://exam\u200bple.com/',
    ' http://example.com/',
    '//example.com/',
    'http:example.com',
    'http://',
    '',
  ])('refuses %j', (url) => expect(canOpenUrl(url)).toBe(false))
})

describe('the commands', () => {
  it('never let a grantee clean', () => {
    for (const command of [DeviceCommand.clean, DeviceCommand.deepClean, DeviceCommand.cleanMemory]) {
      expect(commandRules[command].right).toBe('owner')
    }
  })

  it('begin tasks that a running device takes', () => {
    const events = Object.values(commandRules).flatMap(({ event }) => event ?? [])
    expect(events).toHaveLength(3)
    for (const event of events)
      expect(next(deviceMachine, 'running', event)).toMatchObject({ ok: true, isChanged: true })
  })
})

it.each([
  ['com.example.app', true],
  ['com.example_1.App', true],
  ['app', false],
  ['com.1x', false],
  ['com..x', false],
  ['com.x; reboot', false],
  ['com.x\n', false],
])('%j is a package name: %s', (name, expected) => expect(PACKAGE_NAME_PATTERN.test(name)).toBe(expected))
