import { getSeckillList } from '@yunji/contract/commerce/commodity/calls'
import { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import { createSeckillActivityOrder } from '@yunji/contract/commerce/order/calls'
import { pathOf } from '@yunji/contract/pages'
import type { CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { messageOf } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { queryClient, useCall } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { useSubmit } from '../../../../shared/commerce/submit.ts'
import { loginUrlBackTo } from '../../../../shared/navigation/login-redirect.ts'
import { payPath } from '../../../../shared/navigation/page-paths.ts'
import { openPage } from '../../../../shared/platform/router/router.ts'
import { session } from '../../../../shared/session/session.ts'

export const useSeckill = () => useCall(getSeckillList, {})

type SeckillInput = CallInput<typeof createSeckillActivityOrder>

/** Takes a piece while it lasts. Says in place why it could not. */
export const useSeckillOrder = () => {
  const submit = useSubmit()
  const [problem, setProblem] = useState<string>()
  const send = async (input: SeckillInput): Promise<void> => {
    const result = await submit(input, (key) => callApi(createSeckillActivityOrder, input, { idempotencyKey: key }))
    if (result.kind === 'made') return openPage(payPath(result.order.orderId))
    if (result.kind === 'blocked') return
    setProblem(result.kind === 'failed' ? messageOf(result.error) : result.text)
    for (const { path } of [getSeckillList, getOrderCoupons]) await queryClient.invalidateQueries({ queryKey: [path] })
  }
  const { isBusy, run } = useWrite(send)
  const order = (input: SeckillInput): void => {
    if (!session.store.getState().token) return void openPage(loginUrlBackTo(pathOf('Home/create')))
    setProblem(undefined)
    run(input)
  }
  return { order, isBusy, problem, forget: () => setProblem(undefined) }
}
