import { type AndroidVersion, androidVersions } from '@yunji/contract/commerce/commodity/enums'
import { VersionFilter } from '@yunji/contract/devices/device/enums'
import { MAX_SELECTED_DEVICES } from '@yunji/contract/devices/device/rules'
import { type DeviceRecord } from '@yunji/contract/devices/device/schema'
import type { DeviceRight } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findFixedPhones } from '../../../platform/fixed-phones.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { CoverAddresses } from '../covers/index.ts'
import { toDeviceRecord } from './device-record.ts'
import { countDevices, countRenewals, type DeviceFilter, listDeviceIds, listDevices } from './list-store.ts'
import { findDevices, type VisibleDevice } from './store.ts'

export interface DeviceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly suppliers: Pick<Suppliers, 'of'>
}

const toRecords = async (
  { covers, suppliers }: DeviceDeps,
  seen: readonly VisibleDevice[],
  userId: number,
  now: Date,
): Promise<DeviceRecord[]> => {
  const own = seen.flatMap(({ device, right }) => (right === 'owner' ? [device] : []))
  const isFixed = await findFixedPhones(suppliers, own)
  return seen.map((each) => toDeviceRecord(each, covers, userId, now, isFixed(each.device)))
}

interface FilterQuery extends Pick<DeviceFilter, 'groupId' | 'name' | 'state' | 'owner' | 'tag'> {
  readonly version: number
}

interface DeviceQuery extends FilterQuery {
  readonly page: number
  readonly rows: number
}

const versionOf = (filter: number): AndroidVersion | undefined =>
  androidVersions.find((version) => VersionFilter[version] === filter)

export const getDeviceList =
  (deps: DeviceDeps) =>
  async ({ userId }: Caller, { page, rows, ...query }: DeviceQuery) => {
    const { db } = deps.database
    const now = deps.clock.now()
    const filter = { ...query, version: versionOf(query.version) }
    const [seen, counts, renewal] = await Promise.all([
      listDevices(db, userId, now, filter, { page, rows }),
      countDevices(db, userId, now, filter),
      countRenewals(db, userId, now),
    ])
    const records = await toRecords(deps, seen, userId, now)
    return { ...pageOf(records, page, rows, filter.version ? counts[filter.version] : counts.all), counts, renewal }
  }

export const getDeviceIds =
  ({ database: { db }, clock }: DeviceDeps) =>
  async ({ userId }: Caller, query: FilterQuery): Promise<Record<DeviceRight, number[]>> => {
    const filter = { ...query, version: versionOf(query.version) }
    const seen = await listDeviceIds(db, userId, clock.now(), filter, MAX_SELECTED_DEVICES)
    const idsWith = (right: DeviceRight) => seen.filter((device) => device.right === right).map(({ id }) => id)
    return { owner: idsWith('owner'), control: idsWith('control'), view: idsWith('view') }
  }

export const getDeviceInfo =
  (deps: DeviceDeps) =>
  async ({ userId }: Caller, deviceId: number): Promise<DeviceRecord> => {
    const now = deps.clock.now()
    const [record] = await toRecords(deps, await findDevices(deps.database.db, userId, now, [deviceId]), userId, now)
    if (!record) throw new AppError('GET_DEVICE_FAILED')
    return record
  }

export const getDevices =
  (deps: DeviceDeps) =>
  async ({ userId }: Caller, deviceIds: readonly number[]): Promise<{ records: DeviceRecord[] }> => {
    const now = deps.clock.now()
    const seen = await findDevices(deps.database.db, userId, now, deviceIds)
    return { records: await toRecords(deps, seen, userId, now) }
  }
