import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { afterRelease, isAnyOf, transition } from '../fleet/index.ts'
import type { LifeDeps } from './deps.ts'

/** A device leaves its owner: its phone goes back erased, and its place can be sold again. */
export const giveUp = async (
  tx: Tx,
  jobs: ReturnType<LifeDeps['jobs']>,
  deviceId: number,
  now: Date,
): Promise<void> => {
  const [gone] = await transition(tx, 'delete', now, isAnyOf([deviceId]))
  if (!gone) throw new AppError('GET_DEVICE_FAILED')
  await afterRelease(tx, jobs, gone)
}
