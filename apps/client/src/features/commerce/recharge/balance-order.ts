import { agentBalanceRecharge } from '@yunji/contract/commerce/order/calls'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { getBalanceRechargeTerms } from '@yunji/contract/commerce/wallet/calls'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { client } from '../../../shared/platform/app/client'
import { balanceChoiceOf, type Chosen } from './choice.ts'

/** Required by the call; the payment page can change it. */
const LIKELY_METHOD = client.clientType === 'applet' ? PayMethod.wechat : PayMethod.alipay

/** Recharge of the balance: from the amount to the payment page. */
export const useBalanceOrder = () => {
  const offer = useCall(getBalanceRechargeTerms, {})
  const [chosen, choose] = useState<Chosen>(0)
  const [typed, type] = useState('')
  const payableCents = offer.data && balanceChoiceOf(offer.data, chosen, typed)
  const { isBusy, order } = usePlaceOrder(offer.refetch)
  const buy = () => {
    if (payableCents === undefined) return
    const input = { totalCents: payableCents, payMethod: LIKELY_METHOD }
    order(input, (key) => callApi(agentBalanceRecharge, input, { idempotencyKey: key }))
  }
  return { offer, chosen, choose, typed, type, payableCents, isBusy, buy }
}

export type BalanceOrder = ReturnType<typeof useBalanceOrder>
