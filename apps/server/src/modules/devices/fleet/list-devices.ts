import { type AndroidVersion, androidVersions } from '@yunji/contract/commerce/commodity/enums'
import { VersionFilter } from '@yunji/contract/devices/device/enums'
import { MAX_SELECTED_DEVICES } from '@yunji/contract/devices/device/rules'
import { type DeviceRecord } from '@yunji/contract/devices/device/schema'
import type { DeviceRight } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { CoverAddresses } from '../covers/index.ts'
import { toDeviceRecord } from './device-record.ts'
import { countDevices, countRenewals, type DeviceFilter, listDeviceIds, listDevices } from './list-store.ts'
import { findDevices } from './store.ts'

export interface DeviceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
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
  ({ database: { db }, clock, covers }: DeviceDeps) =>
  async ({ userId }: Caller, { page, rows, ...query }: DeviceQuery) => {
    const now = clock.now()
    const filter = { ...query, version: versionOf(query.version) }
    const [seen, counts, renewal] = await Promise.all([
      listDevices(db, userId, now, filter, { page, rows }),
      countDevices(db, userId, now, filter),
      countRenewals(db, userId, now),
    ])
    const records = seen.map((device) => toDeviceRecord(device, covers, userId, now))
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
  ({ database: { db }, clock, covers }: DeviceDeps) =>
  async ({ userId }: Caller, deviceId: number): Promise<DeviceRecord> => {
    const now = clock.now()
    const [seen] = await findDevices(db, userId, now, [deviceId])
    if (!seen) throw new AppError('GET_DEVICE_FAILED')
    return toDeviceRecord(seen, covers, userId, now)
  }

export const getDevices =
  ({ database: { db }, clock, covers }: DeviceDeps) =>
  async ({ userId }: Caller, deviceIds: readonly number[]): Promise<{ records: DeviceRecord[] }> => {
    const now = clock.now()
    const seen = await findDevices(db, userId, now, deviceIds)
    return { records: seen.map((device) => toDeviceRecord(device, covers, userId, now)) }
  }
