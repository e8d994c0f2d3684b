import { isAnyOf, transition } from '../fleet/index.ts'
import { applyToDevices, checkTransition, type DeviceChange } from './apply-to-devices.ts'
import { deleteStop } from './metering-store.ts'
import { payHourToStart } from './pay-hour.ts'
import { recordStop } from './release-stopped.ts'

/** Stops a device that the transaction has locked. */
export const stopDevice: DeviceChange = async (deps, tx, device) => {
  const answer = checkTransition(device, 'stop')
  if (answer !== 'go') return answer
  const now = deps.clock.now()
  await transition(tx, 'stop', now, isAnyOf([device.id]))
  if (device.isMetered) await recordStop(tx, deps, device, now)
  return 'OK'
}

/** A prepaid device starts while its rental lasts; a metered one when its hour is paid, also after its beans ran out. */
export const startDevice: DeviceChange = async ({ clock }, tx, device) => {
  const now = clock.now()
  const isBack = device.isMetered && device.state === 'expired'
  const answer = isBack ? 'go' : checkTransition(device, 'start')
  if (answer !== 'go') return answer
  if (device.isMetered) {
    if (!(await payHourToStart(tx, device, now))) return 'START_UP_STANDARD_NOT_MET'
    if (isBack) await transition(tx, 'renew', now, isAnyOf([device.id]))
    await deleteStop(tx, device.id)
  } else if (device.expiresAt <= now) {
    return 'START_UP_STANDARD_NOT_MET'
  }
  await transition(tx, 'start', now, isAnyOf([device.id]))
  return 'OK'
}

export const stopDevices = applyToDevices(stopDevice)
export const startDevices = applyToDevices(startDevice)
