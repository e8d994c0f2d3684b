import {
  createCloudOrder,
  createCloudOrderNew,
  createSeckillActivityOrder,
  getOrderInfo as infoCall,
} from '@yunji/contract/order/calls'
import { cancelOrder as cancelCall, getOrderList as listCall } from '@yunji/contract/order/life-calls'
import { getOrderPhones as phonesCall } from '@yunji/contract/order/phones-calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { toOrderInfo } from './answer.ts'
import { buyInOldFlow, buyPhones } from './buy.ts'
import { getOrderInfo } from './detail.ts'
import { cancelOrder, type OrderDeps } from './end.ts'
import { getOrderList } from './list.ts'
import { getOrderPhones } from './phones.ts'
import { renewPhones } from './renew.ts'
import { buyInSeckill } from './seckill.ts'

export const orderRoutes = (deps: OrderDeps): Binding[] => [
  bind(listCall, (query, { caller }) => getOrderList(deps)(caller, query)),
  bind(infoCall, ({ orderId }, { caller }) => getOrderInfo(deps)(caller, orderId)),
  bind(phonesCall, ({ orderId }, { caller }) => getOrderPhones(deps)(caller, orderId)),
  bind(cancelCall, async ({ orderId }, { caller }) => toOrderInfo(await cancelOrder(deps)(caller, orderId))),
  bindOnce(createCloudOrderNew, (tx, input, { caller }) => buyPhones(deps)(tx, caller, input)),
  bindOnce(createSeckillActivityOrder, (tx, input, { caller }) => buyInSeckill(deps)(tx, caller, input)),
  bindOnce(createCloudOrder, (tx, { deviceIds, ...input }, { caller }) =>
    deviceIds ? renewPhones(deps)(tx, caller, { ...input, deviceIds }) : buyInOldFlow(deps)(tx, caller, input),
  ),
]
