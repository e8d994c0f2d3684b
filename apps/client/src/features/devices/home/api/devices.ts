import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { StateFilter, VersionFilter } from '@yunji/contract/devices/device/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { requestData } from '../../../../shared/api/query.ts'
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
}

const asHomeDevice = (record: DeviceRecord): HomeDevice => ({ ...record, endsAtMs: systemClock() + record.remainingMs })

const readPage = async ({ groupId, version, name, state }: DeviceFilter, { page, rows }: PageRequest) => {
  const data = await requestData(getDeviceList, {
    page: String(page),
    rows: String(rows),
    version: String(version),
    ...(groupId !== null && { groupId: String(groupId) }),
    ...(name !== '' && { name }),
    ...(state !== null && { state }),
  })
  return { ...data, records: data.records.map(asHomeDevice) }
}

const deviceKey = ({ deviceId }: HomeDevice) => deviceId

export const DEVICE_LIST_KEY = getDeviceList.path

export const useDevices = (filter: DeviceFilter) => {
  const userId = useSession((state) => state.userId)
  const list = usePagedList({
    key: [DEVICE_LIST_KEY, filter, userId],
    read: (request: PageRequest) => readPage(filter, request),
    paging: byPage,
    rowKey: deviceKey,
  })
  return { ...list, counts: list.query.data?.pages[0]?.counts }
}

export type DeviceList = ReturnType<typeof useDevices>

/** Covers are paths on the server. */
export const coverUrl = ({ cover }: Pick<DeviceRecord, 'cover'>): string | undefined =>
  cover ? client.apiBase + cover : undefined
