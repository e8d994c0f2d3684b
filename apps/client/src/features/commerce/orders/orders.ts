import { useQuery } from '@tanstack/react-query'
import { cancelOrder, getOrderInfo, getOrderList } from '@yunji/contract/commerce/order/calls'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { ListedOrder, OrderFilter, OrderInfo } from '@yunji/contract/commerce/order/schema'
import { queryClient, queryKeyOf, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { willReturnText } from '../../../shared/commerce/order-text.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { useSession } from '../../../shared/session/session.ts'

const orderKey = ({ orderId }: ListedOrder) => orderId

export const useOrders = (filter: OrderFilter) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getOrderList.path, filter, userId],
    read: ({ page, rows }: PageRequest) =>
      requestData(getOrderList, { page: String(page), rows: String(rows), filter }),
    paging: byPage,
    rowKey: orderKey,
  })
}

const REFETCH_INTERVAL_MS = 5000

/** Orders whose state will still change; polled until then. */
const isMoving = (status: OrderStatus): boolean =>
  status === OrderStatus.pending || status === OrderStatus.paid || status === OrderStatus.refunding

/** Fulfilled, refunded, cancelled or expired: the same can be bought again. */
export const isOver = (status: OrderStatus): boolean => !isMoving(status)

export const useOrder = (orderId: number) => {
  const userId = useSession((state) => state.userId)
  const input = { orderId: String(orderId) }
  return useQuery({
    queryKey: queryKeyOf(getOrderInfo, input, userId),
    queryFn: () => requestData(getOrderInfo, input),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.status) ? REFETCH_INTERVAL_MS : false),
  })
}

const refetch = () =>
  Promise.all([getOrderList, getOrderInfo].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

/** Cancels an order after a confirmation; its stock and coupon are released. */
export const useCancelOrder = () =>
  useWrite(
    async ({ orderId }: OrderInfo) => {
      await requestData(cancelOrder, { orderId })
      showToast('订单已取消', 'success')
    },
    {
      confirm: (order) =>
        confirm({
          title: '取消这笔订单？',
          body: willReturnText(order),
          cancelText: '再想想',
          confirmText: '取消订单',
        }),
      onSettled: refetch,
    },
  )
