import { useQuery } from '@tanstack/react-query'
import { getDeviceStatusList } from '@yunji/contract/configuration/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, requestData } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'
import { createListCache } from './list-cache.ts'

/** Name, colour and note of a state, as the operator has set them. */
type DeviceStatus = CallData<typeof getDeviceStatusList>['statuses'][number]

const KEY = [getDeviceStatusList.path]

const readStatuses = createListCache({
  load: async () => {
    const { statuses } = await requestData(getDeviceStatusList, {})
    return statuses.map((status) => ({ ...status, name: status.label }))
  },
  clock: systemClock,
})

/** Undefined until loaded. */
export const useDeviceStatuses = (): readonly DeviceStatus[] | undefined =>
  useQuery({ queryKey: KEY, queryFn: () => readStatuses('deviceStatus'), staleTime: 0 }).data

/** For code outside a component; undefined until a component has loaded them. */
export const loadedDeviceStatuses = (): readonly DeviceStatus[] | undefined =>
  queryClient.getQueryData<readonly DeviceStatus[]>(KEY)
