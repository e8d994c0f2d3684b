import { COUPON_RETURN_GRACE_MS } from '@yunji/contract/commerce/coupon/enums'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { releaseDevice } from '../../devices/fleet/index.ts'
import { isBatchWithdrawn, markShareReturned, restoreCodeOfDevice } from './store.ts'

interface Deps {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

/**
 * Called when the task that creates the phone of a code has ended. A phone that was not created is released and its code can
 * be redeemed again, unless its batch was withdrawn; one that expired meanwhile is extended, as a coupon is.
 */
export const onCodePhoneCreated =
  ({ clock, jobs }: Deps) =>
  async (tx: Tx, { device, state, isRefused }: PartEnd): Promise<void> => {
    if (state === 'succeeded') return
    const now = clock.now()
    const codeState = (await isBatchWithdrawn(tx, device.id)) ? 'returned' : 'unused'
    const graceEnd = later(now, COUPON_RETURN_GRACE_MS)
    const code = await restoreCodeOfDevice(tx, device.id, { state: codeState, now, graceEnd })
    if (!code) return
    await releaseDevice(tx, jobs, device.id, now, { hasPhone: !isRefused })
    if (code.orderId !== null) await markShareReturned(tx, code.orderId, device.id, now)
  }
