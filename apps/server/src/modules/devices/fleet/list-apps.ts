import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import type { CommandDeps } from './send-command.ts'
import { findDeviceRow } from './store.ts'

const DEADLINE_MS = 8_000

interface AppQuery {
  readonly deviceId: number
  readonly page: number
  readonly rows: number
}

/** Apps installed by the user come first. */
export const getAppList =
  ({ database: { db }, suppliers }: CommandDeps) =>
  async ({ deviceId, page, rows }: AppQuery) => {
    const device = await findDeviceRow(db, deviceId)
    if (device?.state !== 'running') throw new AppError('DEVICE_NOT_RUNNING')
    try {
      const apps = await suppliers.of(device.supplierType).listApps(device.phoneId, AbortSignal.timeout(DEADLINE_MS))
      const sorted = apps.toSorted(
        (one, other) => Number(one.isSystem) - Number(other.isSystem) || one.name.localeCompare(other.name, 'zh-CN'),
      )
      return pageOf(sorted.slice((page - 1) * rows, page * rows), page, rows, apps.length)
    } catch (error) {
      throw new AppError(failureOf(error))
    }
  }
