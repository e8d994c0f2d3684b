import type { Fault } from '@yunji/contract/devices/availability/rules'
import { DAY_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { AvailabilityDeps } from './deps.ts'
import { interruptionOf } from './read-availability.ts'
import {
  correctFault,
  countWindows,
  hasZone,
  type InterruptionFilter,
  insertWindow,
  listAll,
  listWindows,
  lockWindows,
} from './store.ts'

interface Paging {
  readonly page: number
  readonly rows: number
}

export const getAllInterruptions =
  ({ database: { db } }: AvailabilityDeps) =>
  async ({ rights }: Pick<Operator, 'rights'>, filter: InterruptionFilter, { page, rows }: Paging) => {
    const maySeeUsers = rights.includes('users.read')
    if (filter.userId !== undefined && !maySeeUsers) return pageOf([], page, rows, 0)
    const [found, total] = await listAll(db, filter, { page, rows })
    const records = found.map((row) => ({
      ...interruptionOf(row),
      deviceId: row.deviceId,
      ownerId: maySeeUsers ? row.ownerId : null,
      zoneId: row.zoneId,
      settledAt: row.settledAt?.getTime() ?? null,
    }))
    return pageOf(records, page, rows, total)
  }

export const correctInterruption =
  ({ database: { db }, clock }: AvailabilityDeps) =>
  async (interruptionId: number, fault: Fault, correction: string): Promise<null> => {
    const isThere = await correctFault(db, interruptionId, { fault, correction, now: clock.now() })
    if (!isThere) throw new AppError('NOT_FOUND')
    return null
  }

interface Maintenance {
  readonly zoneId: number
  readonly startsAt: number
  readonly endsAt: number
  readonly reason: string
}

const refuse = (text: string): never => {
  throw new AppError('SHOW_ERROR_TIP', { text })
}

/** Announced before it begins: nobody declares an outage planned afterwards. */
export const planMaintenance =
  ({ database: { db }, clock }: AvailabilityDeps) =>
  ({ zoneId, startsAt, endsAt, reason }: Maintenance): Promise<{ maintenanceId: number }> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      if (startsAt <= now.getTime()) refuse('维护须在开始前登记')
      if (endsAt <= startsAt || endsAt - startsAt > DAY_MS) refuse('维护时长须在 24 小时以内')
      if (!(await hasZone(tx, zoneId))) throw new AppError('NOT_FOUND')
      const period = { from: new Date(startsAt), to: new Date(endsAt) }
      await lockWindows(tx, zoneId)
      if ((await countWindows(tx, zoneId, period)) > 0) refuse('这段时间已登记过维护')
      const maintenanceId = await insertWindow(tx, {
        zoneId,
        startsAt: period.from,
        endsAt: period.to,
        reason,
        createdAt: now,
      })
      return { maintenanceId }
    })

export const getMaintenances =
  ({ database: { db } }: AvailabilityDeps) =>
  async ({ page, rows }: Paging) => {
    const [found, total] = await listWindows(db, { page, rows })
    const records = found.map(({ window, zoneName }) => ({
      maintenanceId: window.id,
      zoneId: window.zoneId,
      zoneName,
      startsAt: window.startsAt.getTime(),
      endsAt: window.endsAt.getTime(),
      reason: window.reason,
    }))
    return pageOf(records, page, rows, total)
  }
