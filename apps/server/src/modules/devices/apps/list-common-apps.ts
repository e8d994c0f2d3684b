import type { CommonApp } from '@yunji/contract/devices/app/schema'
import type { InstalledApp } from '@yunji/contract/devices/device/schema'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import { type DeviceRow, findDeviceRows } from '../fleet/index.ts'
import { countKeptAlive } from './store.ts'

const DEADLINE_MS = 8000

interface CommonAppsDeps {
  readonly database: Database
  readonly suppliers: Suppliers
}

/** Parts of the system without a name have no icon either. */
const isForPeople = ({ isSystem, name, packageName }: InstalledApp): boolean => !isSystem || name !== packageName

/** Apps of several phones: those of the user first, then those on most phones. A phone that does not answer is left out. */
export const getCommonApps =
  ({ database: { db }, suppliers }: CommonAppsDeps) =>
  async (
    { userId }: Caller,
    deviceIds: readonly number[],
  ): Promise<{ records: CommonApp[]; answeredCount: number }> => {
    const running = (await findDeviceRows(db, deviceIds)).filter(({ state }) => state === 'running')
    if (running.length === 0) throw new AppError('DEVICE_NOT_RUNNING')
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const listApps = async ({ supplierType, phoneId }: DeviceRow): Promise<readonly InstalledApp[]> =>
      suppliers.of(supplierType).listApps(phoneId, signal)
    const answers = await Promise.allSettled(running.map(listApps))
    const answered = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? [answer.value.filter(isForPeople)] : [],
    )
    if (answered.length === 0) throw new AppError('PHONE_AWAY')
    const keptAlive = await countKeptAlive(db, userId, deviceIds)
    const byPackage = Map.groupBy(answered.flat(), ({ packageName }) => packageName)
    const records = [...byPackage.values()].flatMap(([app, ...others]): CommonApp[] =>
      app ? [{ ...app, deviceCount: others.length + 1, keptAliveCount: keptAlive.get(app.packageName) ?? 0 }] : [],
    )
    records.sort(
      (one, other) =>
        Number(one.isSystem) - Number(other.isSystem) ||
        other.deviceCount - one.deviceCount ||
        one.name.localeCompare(other.name, 'zh-CN'),
    )
    return { records, answeredCount: answered.length }
  }
