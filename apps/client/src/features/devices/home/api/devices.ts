import { getDeviceIds, getDeviceInfo, getDeviceList } from '@yunji/contract/devices/device/calls'
import { type StateFilter, VersionFilter } from '@yunji/contract/devices/device/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { type DeviceRight, deviceRights } from '@yunji/contract/wire/call'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { queryClient, requestData } from '../../../../shared/api/query.ts'
import { newDevice, useNewDevice } from '../../../../shared/devices/new-device.ts'
import { listOptions } from '../../../../shared/list/paged-list.ts'
import { byPage, type PageRequest } from '../../../../shared/list/paging.ts'
import { usePagedList } from '../../../../shared/list/use-paged-list.ts'
import { client } from '../../../../shared/platform/app/client'
import { systemClock } from '../../../../shared/platform/app/clock.ts'
import { session, useSession } from '../../../../shared/session/session.ts'
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

const isNarrowed = ({ groupId, version, name, state, tag }: DeviceFilter): boolean =>
  groupId !== null || version !== VersionFilter.all || name !== '' || state !== null || tag !== null

/** The device that was bought last: in the list's own order it would be on the last page. */
const readNewDevice = async (filter: DeviceFilter): Promise<readonly DeviceRecord[]> => {
  const { deviceId } = useNewDevice.getState()
  if (deviceId === null || isNarrowed(filter)) return []
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
  const isFirstRead = page === 1 && !isNarrowed(filter)
  const [data, first] = await Promise.all([
    requestData(getDeviceList, query, { isFirstRead }),
    page === 1 ? readNewDevice(filter) : [],
  ])
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

const sourceOf = (filter: DeviceFilter, userId: number | null) => ({
  key: [DEVICE_LIST_KEY, filter, userId],
  read: (request: PageRequest) => readPage(filter, request),
  paging: byPage,
})

/** Reads the first page before the home page is drawn; a failure is the page's to report. */
export const prefetchDevices = (filter: DeviceFilter): Promise<void> =>
  queryClient.prefetchInfiniteQuery(listOptions(sourceOf(filter, session.store.getState().userId)))

export const useDevices = (filter: DeviceFilter) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({ ...sourceOf(filter, userId), rowKey: deviceKey })
  const { counts, renewal } = list.query.data?.pages[0] ?? {}
  return { ...list, filter, counts, renewal, total: counts?.[countOf[filter.version]] ?? 0 }
}

export type DeviceList = ReturnType<typeof useDevices>

/** Covers are paths on the server. */
export const coverUrl = ({ cover }: Pick<DeviceRecord, 'cover'>): string | undefined =>
  cover ? client.apiBase + cover : undefined
