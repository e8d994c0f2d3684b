import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { afterRelease, isAnyOf, transition } from '../fleet/index.ts'
import { isInTransfer } from '../transfers/index.ts'
import { applyToDevices, checkTransition } from './apply-to-devices.ts'
import type { RentalDeps } from './deps.ts'

/** Releases a device for good: its phone is erased and returned, and its stock can be sold again. */
export const deleteDevice = async (tx: Tx, jobs: RentalDeps['jobs'], deviceId: number, now: Date): Promise<void> => {
  const [gone] = await transition(tx, 'delete', now, isAnyOf([deviceId]))
  if (!gone) throw new AppError('GET_DEVICE_FAILED')
  await afterRelease(tx, jobs, gone)
}

/** Irreversible: the phone is erased and returned, and the remaining time is lost. */
export const deleteDevices = applyToDevices(async ({ clock, jobs }, tx, device) => {
  const answer = checkTransition(device, 'delete')
  if (answer !== 'go') return answer
  if (await isInTransfer(tx, [device.id])) return 'IN_TRANSFER'
  await deleteDevice(tx, jobs, device.id, clock.now())
  return 'OK'
})
