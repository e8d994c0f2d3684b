import { describe, expect, it } from 'vitest'
import { nextStep } from '../../machine.ts'
import { DeviceCommand, deviceStates } from './enums.ts'
import { type DeviceEvent, deviceMachine } from './machine.ts'
import { acceptsCommand, canOpenUrl, commandRights, PACKAGE_NAME_PATTERN, zoneChangeCostBeans } from './rules.ts'

/** The machine's event of each command that begins a task; the others are answered at once. */
const commandTasks: Readonly<Partial<Record<DeviceCommand, DeviceEvent>>> = {
  [DeviceCommand.reboot]: 'reboot',
  [DeviceCommand.clean]: 'clean',
  [DeviceCommand.deepClean]: 'clean',
}

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

it.each([
  ['com.example.app', true],
  ['com.example_1.App', true],
  ['app', false],
  ['com.1x', false],
  ['com..x', false],
  ['com.x; reboot', false],
  ['com.x\n', false],
])('%j is a package name: %s', (name, expected) => expect(PACKAGE_NAME_PATTERN.test(name)).toBe(expected))

describe('the commands', () => {
  it.each([
    [DeviceCommand.reboot, 'control'],
    [DeviceCommand.openUrl, 'control'],
    [DeviceCommand.cover, 'view'],
    [DeviceCommand.clean, 'owner'],
    [DeviceCommand.deepClean, 'owner'],
    [DeviceCommand.cleanMemory, 'owner'],
    [DeviceCommand.uninstall, 'owner'],
  ])('%s needs %s: a grantee never cleans', (command, right) => expect(commandRights[command]).toBe(right))

  it('begin tasks that a running device takes', () => {
    const events = Object.values(commandTasks)
    expect(events).toHaveLength(3)
    for (const event of events)
      expect(nextStep(deviceMachine, 'running', event)).toMatchObject({ ok: true, isChanged: true })
  })

  it.each(Object.values(DeviceCommand))('%s is taken where the machine lets its task begin', (command) => {
    const event = commandTasks[command]
    const expected = event ? deviceStates.filter((state) => nextStep(deviceMachine, state, event).ok) : ['running']
    expect(deviceStates.filter((state) => acceptsCommand(state, command))).toEqual(expected)
  })
})

const DAY = 24 * 60 * 60 * 1000
const NOW = 1000 * DAY

it.each([
  ['never before', null, 0],
  ['a moment ago', NOW - 1, 100],
  ['now', NOW, 100],
  ['just under 30 days ago', NOW - 30 * DAY + 1, 100],
  ['30 days ago', NOW - 30 * DAY, 0],
  ['long ago', NOW - 31 * DAY, 0],
])('changed free of charge %s', (_name, lastFreeChangeAt, beans) => {
  expect(zoneChangeCostBeans(lastFreeChangeAt, NOW)).toBe(beans)
})

it('never before is free on the first day of time too', () => {
  expect(zoneChangeCostBeans(null, DAY)).toBe(0)
})
