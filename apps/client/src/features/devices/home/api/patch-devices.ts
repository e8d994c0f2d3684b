import type { InfiniteData } from '@tanstack/react-query'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { queryClient } from '../../../../shared/api/query.ts'
import { DEVICE_LIST_KEY } from './devices.ts'
import { type DeviceChange, type HomeDevice, withChanges } from './home-device.ts'

type CachedPages = InfiniteData<{ readonly records: readonly HomeDevice[] }>

/** Name of a listed device; empty when no list holds it. */
export const findDeviceName = (deviceId: number): string =>
  queryClient
    .getQueriesData<CachedPages>({ queryKey: [DEVICE_LIST_KEY] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ records }) => records)
    .find((device) => device.deviceId === deviceId)?.name ?? ''

const patch = (changes: ReadonlyMap<number, DeviceChange>): void => {
  queryClient.setQueriesData<CachedPages>(
    { queryKey: [DEVICE_LIST_KEY] },
    (data) => data && { ...data, pages: data.pages.map((page) => withChanges(page, changes)) },
  )
}

const changeOf = ({ deviceId, state, cover }: CommandResult): [number, DeviceChange] => [
  deviceId,
  { state, ...(cover && { cover }) },
]

/** Applies the state and picture of each device from a command's answer. */
export const patchByResults = (results: readonly CommandResult[]): void => patch(new Map(results.map(changeOf)))

export const patchLabels = (deviceId: number, labels: Pick<DeviceChange, 'name' | 'note' | 'tags'>): void =>
  patch(new Map([[deviceId, labels]]))
