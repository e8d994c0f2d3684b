import type { Availability, Interruption } from '@yunji/contract/devices/availability/schema'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import { readRule } from './availability-rule.ts'
import type { AvailabilityDeps } from './deps.ts'
import { findDevice, type InterruptionRow, listOwn, sumOwn } from './store.ts'

const SHOWN_MS = 30 * DAY_MS
const ALL = 10_000

export const interruptionOf = (row: InterruptionRow): Interruption => ({
  interruptionId: row.id,
  cause: row.cause,
  fault: row.fault,
  startedAt: row.startedAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  creditedSeconds: row.creditedSeconds,
  correction: row.correction,
})

type ReadDeps = Pick<AvailabilityDeps, 'database' | 'clock'>

export const getAvailability =
  ({ database: { db }, clock }: ReadDeps) =>
  async (userId: number, deviceId: number): Promise<Availability> => {
    const device = await findDevice(db, deviceId)
    if (!device) throw new AppError('NOT_FOUND')
    const to = clock.now()
    const rentedAt = device.firstStartedAt ?? device.createdAt
    const from = rentedAt > later(to, -SHOWN_MS) ? rentedAt : later(to, -SHOWN_MS)
    const [sums, rule] = await Promise.all([sumOwn(db, userId, deviceId, { from, to }), readRule(db)])
    const totalSeconds = Math.max(1, (to.getTime() - from.getTime()) / 1000)
    const lostSeconds = Math.min(Math.max(0, sums.lostSeconds), Math.floor(totalSeconds))
    return {
      deviceId,
      deviceName: device.name,
      isMetered: device.isMetered,
      isTrial: device.isTrial,
      rule,
      lostSeconds,
      creditedSeconds: sums.creditedSeconds,
      availableBasisPoints: Math.floor(ALL * (1 - lostSeconds / totalSeconds)),
    }
  }

export const getInterruptions =
  ({ database: { db } }: ReadDeps) =>
  async (userId: number, deviceId: number, paging: { readonly page: number; readonly rows: number }) => {
    const [found, total] = await listOwn(db, userId, deviceId, paging)
    return pageOf(found.map(interruptionOf), paging.page, paging.rows, total)
  }
