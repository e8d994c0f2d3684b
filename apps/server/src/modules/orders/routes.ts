import {
  createCloudOrder,
  createCloudOrderNew,
  createSeckillActivityOrder,
  getOrderInfo as infoCall,
} from '@yunji/contract/order/calls'
import { cancelOrder as cancelCall, getOrderList as listCall } from '@yunji/contract/order/life-calls'
import { checkPayment as checkCall, payOrder as payCall } from '@yunji/contract/order/pay-calls'
import { getOrderPhones as phonesCall } from '@yunji/contract/order/phones-calls'
import { type Binding, bind, bindOnce } from '../../platform/http/binding.ts'
import { toOrderInfo } from './answer.ts'
import { buyInOldFlow, buyPhones } from './buy.ts'
import { getOrderInfo } from './detail.ts'
import { cancelOrder } from './end.ts'
import { getOrderList } from './list.ts'
import { type PayDeps, payOrder } from './pay.ts'
import { getOrderPhones } from './phones.ts'
import { renewPhones } from './renew.ts'
import { buyInSeckill } from './seckill.ts'

export const orderRoutes = (deps: PayDeps): Binding[] => [
  bind(listCall, (query, { caller }) => getOrderList(deps)(caller, query)),
  bind(infoCall, ({ orderId }, { caller }) => getOrderInfo(deps)(caller, orderId)),
  bind(phonesCall, ({ orderId }, { caller }) => getOrderPhones(deps)(caller, orderId)),
  bind(cancelCall, async ({ orderId }, { caller }) => toOrderInfo(await cancelOrder(deps)(caller, orderId))),
  bind(payCall, async ({ orderId, payMethod }, { caller }) => ({
    order: toOrderInfo(await payOrder(deps)(caller, orderId, payMethod)),
    next: { kind: 'none' as const },
  })),
  bind(checkCall, ({ orderId }, { caller }) => getOrderInfo(deps)(caller, orderId)),
  bindOnce(createCloudOrderNew, (tx, input, { caller }) => buyPhones(deps)(tx, caller, input)),
  bindOnce(createSeckillActivityOrder, (tx, input, { caller }) => buyInSeckill(deps)(tx, caller, input)),
  bindOnce(createCloudOrder, (tx, { deviceIds, ...input }, { caller }) =>
    deviceIds ? renewPhones(deps)(tx, caller, { ...input, deviceIds }) : buyInOldFlow(deps)(tx, caller, input),
  ),
]
