import { useQuery } from '@tanstack/react-query'
import { getUsedStorage } from '@yunji/contract/commerce/change/calls'
import { moveMinutes } from '@yunji/contract/devices/move/rules'
import { formatFileSize } from '@yunji/contract/display/text'
import { queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { session } from '../../../shared/session/session.ts'

/** Expected time of a move in words; a phone that does not say how much it holds makes it a lower limit. */
export const useMoveMinutes = (deviceId: number, keepsData: boolean): string => {
  const input = { deviceId: String(deviceId) }
  const { data } = useQuery({
    queryKey: queryKeyOf(getUsedStorage, input, session.store.getState().userId),
    queryFn: () => requestData(getUsedStorage, input),
    enabled: keepsData,
  })
  const usedBytes = data?.usedBytes
  const words = '期间设备不能使用'
  if (!keepsData) return `约 ${moveMinutes(0)} 分钟，${words}`
  if (usedBytes === undefined || usedBytes === null) return `${moveMinutes(0)} 分钟以上，视数据多少而定，${words}`
  return `约 ${moveMinutes(usedBytes)} 分钟（数据 ${formatFileSize(usedBytes)}），${words}`
}
