import * as change from '@yunji/contract/change/calls'
import * as customerService from '@yunji/contract/customer-service/calls'
import * as deviceLife from '@yunji/contract/device/life-calls'
import * as guide from '@yunji/contract/guide/calls'
import * as order from '@yunji/contract/order/calls'
import type { Call } from '@yunji/contract/wire/call'
import { AppError } from '../platform/errors.ts'
import type { Binding } from '../platform/http/binding.ts'

const openOrders: ReadonlySet<Call> = new Set<Call>([
  order.getOrderInfo,
  order.createCloudOrder,
  order.createCloudOrderNew,
  order.createSeckillActivityOrder,
  order.createBigUserLinkOrder,
  order.createOrder,
  order.agentBalanceRecharge,
  order.purchaseActivationCode,
])

/** Calls whose capability does not stand yet. They say so; none of them pretends. The list only gets shorter. */
const calls: readonly Call[] = [
  ...Object.values<Call>(guide),
  ...Object.values<Call>(order).filter((call) => !openOrders.has(call)),
  ...Object.values<Call>(customerService),
  deviceLife.getReturnTerms,
  deviceLife.returnDevice,
  ...[change].flatMap((each) => Object.values<Call>(each)),
]

export const notOpenYetRoutes: readonly Binding[] = calls.map((call) => ({
  call,
  isNotOpenYet: true,
  run: () => Promise.reject(new AppError('NOT_OPEN_YET')),
}))
