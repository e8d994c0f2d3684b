import { type AddAudit, attributeToOperator } from '../../../platform/operators/audit.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { isAnyOf, transition } from '../fleet/index.ts'
import { applyToDevices, checkTransition, type DeviceChange } from './apply-to-devices.ts'
import type { RentalDeps } from './deps.ts'
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

/** Phones are switched after the commit, and by the periodic job where that fails. */
export const stopForOperator =
  (deps: RentalDeps) =>
  async (deviceIds: readonly number[], addAudit: AddAudit): Promise<{ deviceIds: number[] }> => {
    const asked = [...new Set(deviceIds)]
    const stopped = await deps.database.db.transaction(async (tx) => {
      const done: number[] = []
      await attributeToOperator(tx)
      for (const device of await lockDevices(tx, asked)) {
        const isOn = device.state !== 'stopped'
        if (isOn && (await stopDevice(deps, tx, device)) === 'OK') done.push(device.id)
      }
      const [first, ...others] = asked
      await addAudit(tx, {
        subject: others.length === 0 ? `device:${first}` : 'devices',
        after: { asked, stopped: done },
      })
      return done
    })
    await deps.power.applyTo(stopped)
    return { deviceIds: stopped }
  }
