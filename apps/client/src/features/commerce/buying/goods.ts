import { useQuery } from '@tanstack/react-query'
import { getGoodPrice, getGoodsList, getZoneStock } from '@yunji/contract/commerce/commodity/calls'
import { queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { useSession } from '../../../shared/session/session.ts'

/** Maximum of models in one answer. */
const MAX_GOODS = '100'

export const useGoods = () => useCall(getGoodsList, { rows: MAX_GOODS })

/** Prices of a model for this buyer, by configuration and duration. */
export const usePrices = (goodId: number | undefined) => {
  const userId = useSession((state) => state.userId)
  const input = { goodId: String(goodId ?? '') }
  return useQuery({
    queryKey: queryKeyOf(getGoodPrice, input, userId),
    queryFn: () => requestData(getGoodPrice, input),
    enabled: goodId !== undefined,
  })
}

export const useZones = (configId: number | undefined) => {
  const input = { configId: String(configId ?? '') }
  return useQuery({
    queryKey: queryKeyOf(getZoneStock, input, null),
    queryFn: () => requestData(getZoneStock, input),
    enabled: configId !== undefined,
  })
}
