import { useQuery } from '@tanstack/react-query'
import { getDeviceStatusList } from '@yunji/contract/configuration/calls'
import { requestData } from '../api/query.ts'
import { systemClock } from '../platform/app/clock.ts'
import { createListCache } from './list-cache.ts'

const readStatuses = createListCache({
  load: async () => {
    const { statuses } = await requestData(getDeviceStatusList, {})
    return statuses.map(({ state, label, note }) => ({ state, name: label, note }))
  },
  clock: systemClock,
})

/** The operator's note on a device state; undefined until loaded. */
export const useStateNote = (state: string): string | undefined => {
  const { data } = useQuery({
    queryKey: [getDeviceStatusList.path],
    queryFn: () => readStatuses('deviceStatus'),
    staleTime: 0,
  })
  return data?.find((status) => status.state === state)?.note
}
