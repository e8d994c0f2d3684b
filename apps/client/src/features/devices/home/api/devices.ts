import { getDeviceIds, getDeviceInfo, getDeviceList } from '@yunji/contract/devices/device/calls'
import { type StateFilter, VersionFilter } from '@yunji/contract/devices/device/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { type DeviceRight, deviceRights } from '@yunji/contract/wire/call'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { requestData } from '../../../../shared/api/query.ts'
import { newDevice, useNewDevice } from '../../../../shared/devices/new-device.ts'
import { byPage, type PageRequest } from '../../../../shared/list/paging.ts'
import { usePagedList } from '../../../../shared/list/use-paged-list.ts'
import { client } from '../../../../shared/platform/app/client'
import { systemClock } from '../../../../shared/platform/app/clock.ts'
import { useSession } from '../../../../shared/session/session.ts'
import type { HomeDevice } from './home-device.ts'

export interface DeviceFilter {
  /** Null for the devices of all groups. */
  readonly groupId: number | null
  readonly version: VersionFilter
  /** Part of the name; empty for all names. */
  readonly name: string
  readonly state: StateFilter | null
  readonly tag: string | null
}

const asHomeDevice = (record: DeviceRecord): HomeDevice => ({ ...record, endsAtMs: systemClock() + record.remainingMs })

const queryOf = ({ groupId, version, name, state, tag }: DeviceFilter) => ({
  version: String(version),
  ...(groupId !== null && { groupId: String(groupId) }),
  ...(name !== '' && { name }),
  ...(state !== null && { state }),
  ...(tag !== null && { tag }),
})

/** The device that was bought last: in the list's own order it would be on the last page. */
const readNewDevice = async ({
  groupId,
  version,
  name,
  state,
  tag,
}: DeviceFilter): Promise<readonly DeviceRecord[]> => {
  const { deviceId } = useNewDevice.getState()
  const isNarrowed = groupId !== null || version !== VersionFilter.all || name !== '' || state !== null || tag !== null
  if (deviceId === null || isNarrowed) return []
  try {
    return [await requestData(getDeviceInfo, { deviceId: String(deviceId) })]
  } catch (error) {
    if (error instanceof ApiError && !error.isTransport) newDevice.forget()
    return []
  }
}

const readPage = async (filter: DeviceFilter, { page, rows }: PageRequest) => {
  const query = { page: String(page), rows: String(rows), ...queryOf(filter) }
  const readAtMs = systemClock()
  const [data, first] = await Promise.all([requestData(getDeviceList, query), page === 1 ? readNewDevice(filter) : []])
  return { ...data, readAtMs, records: [...first, ...data.records].map(asHomeDevice) }
}

/** Every device of the filter, loaded or not, with the user's right on it. */
export const readAllDevices = async (filter: DeviceFilter): Promise<ReadonlyMap<number, DeviceRight>> => {
  const ids = await requestData(getDeviceIds, queryOf(filter))
  return new Map(deviceRights.flatMap((right) => ids[right].map((deviceId) => [deviceId, right] as const)))
}

const deviceKey = ({ deviceId }: HomeDevice) => deviceId

export const DEVICE_LIST_KEY = getDeviceList.path

const countOf = {
  [VersionFilter.all]: 'all',
  [VersionFilter['10/B']]: '10/B',
  [VersionFilter['10/H']]: '10/H',
} as const

export const useDevices = (filter: DeviceFilter) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({
    key: [DEVICE_LIST_KEY, filter, userId],
    read: (request: PageRequest) => readPage(filter, request),
    paging: byPage,
    rowKey: deviceKey,
  })
  const { counts, renewal } = list.query.data?.pages[0] ?? {}
  return { ...list, filter, counts, renewal, total: counts?.[countOf[filter.version]] ?? 0 }
}

export type DeviceList = ReturnType<typeof useDevices>

/** Covers are paths on the server. */
export const coverUrl = ({ cover }: Pick<DeviceRecord, 'cover'>): string | undefined =>
  cover ? client.apiBase + cover : undefined
