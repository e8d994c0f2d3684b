import { DeviceCommand } from '@yunji/contract/device/enums'
import { describe, expect, it } from 'vitest'
import { canTake, mayCommand } from './command-rules.ts'

const all = Object.values(DeviceCommand)

describe('whose command it is', () => {
  it.each([
    ['owner', all],
    ['control', [DeviceCommand.reboot, DeviceCommand.openUrl, DeviceCommand.cover]],
    ['view', [DeviceCommand.cover]],
  ] as const)('%s', (right, commands) => {
    expect(new Set(all.filter((command) => mayCommand({ right }, command)))).toEqual(new Set(commands))
  })
})

describe('what a device can take', () => {
  it.each([
    ['running', all],
    ['faulty', [DeviceCommand.reboot]],
    ['rebooting', []],
    ['stopped', []],
    ['expired', []],
  ] as const)('%s', (state, commands) => {
    expect(new Set(all.filter((command) => canTake({ state }, command)))).toEqual(new Set(commands))
  })
})
