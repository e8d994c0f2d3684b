import type { DeviceEvent } from '@yunji/contract/devices/device/machine'
import type { Clock } from '../../../platform/clock.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { SettledState, TaskDevices } from '../../../platform/tasks/device-port.ts'
import { hasStateCount, transition } from './transition-store.ts'

const events: Readonly<Record<SettledState, DeviceEvent>> = {
  running: 'settleRunning',
  stopped: 'settleStopped',
  faulty: 'breakDown',
}

/** Health of devices for tasks, and their state when a task ends. */
export const createTaskDevices = (suppliers: Suppliers, clock: Clock): TaskDevices => ({
  async health({ supplierType, phoneId }, signal) {
    try {
      return await suppliers.of(supplierType).health(phoneId, signal)
    } catch {
      return 'unseen'
    }
  },

  async settle(tx, busy, into) {
    await transition(tx, events[into], clock.now(), hasStateCount(busy))
  },
})
