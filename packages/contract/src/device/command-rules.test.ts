import { describe, expect, it } from 'vitest'
import { deviceMachine } from '../machines/device.ts'
import { next } from '../machines/machine.ts'
import { commandRights, isTakenIn } from './command-rules.ts'
import { commandTasks } from './command-tasks.ts'
import { DeviceCommand } from './enums.ts'
import { deviceStates } from './states.ts'

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
      expect(next(deviceMachine, 'running', event)).toMatchObject({ ok: true, isChanged: true })
  })

  it.each(Object.values(DeviceCommand))('%s is taken where the machine lets its task begin', (command) => {
    const event = commandTasks[command]
    const expected = event ? deviceStates.filter((state) => next(deviceMachine, state, event).ok) : ['running']
    expect(deviceStates.filter((state) => isTakenIn(state, command))).toEqual(expected)
  })
})
