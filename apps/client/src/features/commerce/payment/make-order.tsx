import { useMutation } from '@tanstack/react-query'
import {
  createCloudOrder,
  createCloudOrderNew,
  createTimeToMonthOrder,
  createUpOrDownOrder,
  createVideoOrder,
} from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PaymentFunction } from '@yunji/contract/commerce/payment/enums'
import { pathOf } from '@yunji/contract/pages'
import type { CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { mutationOptions } from '../../../shared/api/use-write.ts'
import { isBlockedByPendingOrders } from '../../../shared/commerce/create-submit.ts'
import { type OrderToMake, payPath } from '../../../shared/navigation/page-paths.ts'
import { goBackFrom, replacePage } from '../../../shared/platform/router/router.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'

const isNewFlow = (input: unknown): boolean => typeof input === 'object' && input !== null && 'items' in input

const callOf = ({ paymentFunction, input }: OrderToMake) => {
  switch (paymentFunction) {
    case PaymentFunction.beansToMonthly:
      return createTimeToMonthOrder
    case PaymentFunction.cloudOrder:
      return isNewFlow(input) ? createCloudOrderNew : createCloudOrder
    case PaymentFunction.createUpOrDownOrder:
      return createUpOrDownOrder
    case PaymentFunction.createVideoOrder:
      return createVideoOrder
    default:
      throw new ApiError('该支付链接无效，请重新下单')
  }
}

/** The input comes from the query; the server validates it. */
const make = async (wanted: OrderToMake): Promise<OrderInfo> => {
  const call = callOf(wanted)
  const input = wanted.input as CallInput<typeof call>
  const { code, msg, data } = await callApi(call, input, { idempotencyKey: wanted.key, hasIndicator: false })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  return data
}

const ownOrders = (
  <Button variant="outline" size="medium" isNarrow to={pathOf('user/orders')}>
    我的订单
  </Button>
)

const toSelection = (
  <Button variant="outline" size="medium" isNarrow onTap={() => void goBackFrom('pay/pay')}>
    返回修改
  </Button>
)

/**
 * Makes the order of the query under its idempotency key, and continues with it. The order's own address replaces this
 * one, so that reopening the page makes no second order.
 */
export function MakeOrder({ wanted }: { readonly wanted: OrderToMake }) {
  // The query of a mounted page does not change, but the page parses it at every drawing.
  const [orderToMake] = useState(wanted)
  const { data, error, mutate } = useMutation({ ...mutationOptions, mutationFn: make })
  const submit = useCallback(() => mutate(orderToMake), [mutate, orderToMake])
  useEffect(submit, [submit])
  const orderId = data?.orderId
  useEffect(() => {
    if (orderId !== undefined) void replacePage(payPath(orderId))
  }, [orderId])
  return (
    <Page route="pay/pay">
      <Async
        of={{ data, error, fetchStatus: 'idle', refetch: submit }}
        loading={<RowsSkeleton />}
        elsewhere={error instanceof ApiError && isBlockedByPendingOrders(error) ? ownOrders : toSelection}
      >
        {() => <RowsSkeleton />}
      </Async>
    </Page>
  )
}
