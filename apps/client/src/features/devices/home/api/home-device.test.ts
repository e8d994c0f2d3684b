import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { describe, expect, it } from 'vitest'
import { canTake, type HomeDevice, mayCommand, withChanges } from './home-device.ts'

const device = (deviceId: number) => ({ deviceId, state: 'running', cover: `/covers/${deviceId}` }) as HomeDevice
const page = { records: [device(1), device(2)], page: 1 }

describe('what is newly known about devices', () => {
  it('changes those that it is about, and leaves the others', () => {
    const changed = withChanges(page, new Map([[2, { state: 'rebooting' as const }]]))
    expect(changed).toEqual({ page: 1, records: [device(1), { ...device(2), state: 'rebooting' }] })
  })

  it('leaves a page without them as it is', () => expect(withChanges(page, new Map([[3, { cover: '' }]]))).toBe(page))
})

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
