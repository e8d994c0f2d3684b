import { COUPON_RETURN_GRACE_MS } from '@yunji/contract/commerce/coupon/enums'
import { and, eq, sql } from 'drizzle-orm'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { PartEnd } from '../../../platform/tasks/definition.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { releaseDevice } from '../../devices/fleet/index.ts'

interface Deps {
  readonly clock: Clock
  readonly jobs: () => Pick<Jobs, 'add'>
}

/**
 * The phone of a code came up, or did not. What did not is released, and the code is as good as before; time that ran out
 * through our fault is given back, as it is with coupons.
 */
export const onCodePhoneCreated =
  ({ clock, jobs }: Deps) =>
  async (tx: Tx, { device, state }: PartEnd): Promise<void> => {
    if (state === 'succeeded') return
    const now = clock.now()
    const graceEnd = later(now, COUPON_RETURN_GRACE_MS)
    const [code] = await tx
      .update(activationCodes)
      .set({
        state: 'unused',
        usedAt: null,
        usedBy: null,
        usedFor: null,
        deviceId: null,
        expiresAt: sql`case when ${activationCodes.expiresAt} > ${now} then ${activationCodes.expiresAt} else ${graceEnd} end`,
      })
      .where(and(eq(activationCodes.deviceId, device.id), eq(activationCodes.usedFor, 'newPhone')))
      .returning()
    if (!code) return
    await releaseDevice(tx, jobs(), device.id, now)
    await tx
      .update(orderDevices)
      .set({ returnedAt: now })
      .where(and(eq(orderDevices.orderId, code.orderId), eq(orderDevices.deviceId, device.id)))
  }
