import { getAvailability, getInterruptions } from '@yunji/contract/devices/availability/calls'
import type { Interruption } from '@yunji/contract/devices/availability/schema'
import { requestData, useCall } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { useSession } from '../../../shared/session/session.ts'

export const useAvailability = (deviceId: number) => useCall(getAvailability, { deviceId: String(deviceId) })

const rowKey = ({ interruptionId }: Interruption) => interruptionId

export const useInterruptions = (deviceId: number) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getInterruptions.path, deviceId, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(getInterruptions, { deviceId: String(deviceId), page: String(page), rows: String(rows) }),
    paging: byPage,
    rowKey,
  })
}
