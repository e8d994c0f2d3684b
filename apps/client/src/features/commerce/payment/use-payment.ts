import { useQuery } from '@tanstack/react-query'
import { cancelOrder, checkPayment, getOrderInfo, payOrder } from '@yunji/contract/commerce/order/calls'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod, PaymentResult } from '@yunji/contract/commerce/payment/enums'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { getWallet } from '@yunji/contract/commerce/wallet/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { callApi } from '../../../shared/api/client.ts'
import { queryClient, queryKeyOf, requestData, useCall } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { keptText, willReturnText } from '../../../shared/commerce/order-text.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { leaveForUrl } from '../../../shared/platform/router/location'
import { payerCode, payInWechat, payScene } from '../../../shared/platform/wechat'
import { session } from '../../../shared/session/session.ts'
import { attemptOf, forgetAttempt, rememberAttempt } from './attempts.ts'
import { type Attempt, payViewOf, pollIntervalMs, resultTitle } from './pay-view.ts'

/** Checks of a payment before the page reports that none has arrived. */
const MOST_CHECKS = 15

/** Separate from the key of the order's page: payment answers lack its devices. */
const orderKey = (orderId: number) =>
  [...queryKeyOf(getOrderInfo, { orderId: String(orderId) }, session.store.getState().userId), 'paying'] as const

const storeOrder = (order: OrderInfo) => queryClient.setQueryData(orderKey(order.orderId), order)

/** Requests the payment; a lack of funds is an error with its own code. */
const pay = async (orderId: number, payMethod: PayMethod): Promise<PayNext> => {
  const jsCode = payMethod === PayMethod.wechat ? await payerCode() : undefined
  const input = { orderId, payMethod, scene: payScene, ...(jsCode !== undefined && { jsCode }) }
  const { code, msg, data } = await callApi(payOrder, input)
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  storeOrder(data.order)
  return data.next
}

const resultAttempts: Readonly<Record<PaymentResult, Attempt>> = {
  [PaymentResult.ok]: 'away',
  [PaymentResult.cancel]: 'cancelled',
  [PaymentResult.fail]: 'failed',
}

/** Says that an unpaid order is kept when its page is left. */
const useKeptNotice = (unpaid: OrderInfo | undefined): void => {
  const latest = useRef(unpaid)
  useEffect(() => {
    latest.current = unpaid
  }, [unpaid])
  useEffect(
    () => () => {
      const text = latest.current && keptText(latest.current, serverClock())
      if (text) showToast(text)
    },
    [],
  )
}

/** Payment of an order. The server's state decides, so that a return, a reload and two tabs show the same. */
export const usePayment = (orderId: number, returnedWith: PaymentResult | undefined) => {
  const triedBefore = attemptOf(orderId)
  const [attempt, setAttempt] = useState<Attempt | undefined>(
    returnedWith ? resultAttempts[returnedWith] : triedBefore && 'away',
  )
  const [method, setMethod] = useState<PayMethod | undefined>(triedBefore)
  const checks = useRef(0)
  const wallet = useCall(getWallet, {})

  const read = async (): Promise<OrderInfo> => {
    if (attempt !== 'away') return requestData(getOrderInfo, { orderId: String(orderId) })
    checks.current += 1
    return requestData(checkPayment, { orderId })
  }
  const query = useQuery({
    queryKey: orderKey(orderId),
    queryFn: read,
    staleTime: 0,
    refetchInterval: ({ state }) => pollIntervalMs(state.data, attempt),
  })
  const { data: order, refetch, dataUpdatedAt } = query
  const isPending = order?.status === OrderStatus.pending

  useReturn(() => {
    void refetch()
    void wallet.refetch()
  })
  useEffect(() => {
    if (order && !isPending) forgetAttempt()
  }, [order, isPending])
  useEffect(() => {
    if (dataUpdatedAt > 0 && isPending && attempt === 'away' && checks.current >= MOST_CHECKS) setAttempt('unconfirmed')
  }, [dataUpdatedAt, isPending, attempt])

  const markAway = () => {
    checks.current = 0
    setAttempt('away')
  }
  const follow = async (next: PayNext): Promise<void> => {
    switch (next.kind) {
      case 'none':
        return
      case 'redirect':
        markAway()
        return leaveForUrl(next.url)
      case 'wechatPay': {
        const result = resultAttempts[await payInWechat(next)]
        if (result === 'away') markAway()
        else setAttempt(result)
      }
    }
  }

  const { isBusy, run } = useWrite(async (payMethod: PayMethod): Promise<void> => {
    setMethod(payMethod)
    rememberAttempt({ orderId, payMethod })
    try {
      await follow(await pay(orderId, payMethod))
    } catch (error) {
      forgetAttempt()
      showError(error)
      await Promise.all([wallet.refetch(), refetch()])
    }
  })

  const cancellation = useWrite(async () => storeOrder(await requestData(cancelOrder, { orderId })), {
    confirm: () =>
      confirm({
        title: '放弃这笔订单？',
        body: order ? willReturnText(order) : '需要时可以重新下单。',
        cancelText: '再想想',
        confirmText: '放弃订单',
      }),
    onError: (error) => {
      showError(error)
      void refetch()
    },
  })

  const view = order && payViewOf(order, attempt)
  useKeptNotice(view === 'choose' || view === 'unfinished' ? order : undefined)
  return {
    query,
    order,
    view,
    title: order && resultTitle(order, view, attempt),
    attempt,
    wallet,
    method,
    choose: setMethod,
    isBusy,
    pay: run,
    /** Checks the payment at once, ahead of the next poll. */
    check: () => {
      markAway()
      void refetch()
    },
    chooseAgain: () => {
      forgetAttempt()
      setAttempt(undefined)
    },
    cancellation,
  }
}

export type Payment = ReturnType<typeof usePayment>
