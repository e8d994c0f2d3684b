import {
  cancelOrder as cancelCall,
  createCloudOrder,
  createCloudOrderNew,
  createSeckillActivityOrder,
  getOrderInfo as infoCall,
  getOrderList as listCall,
  getOrderPhones as phonesCall,
} from '@yunji/contract/commerce/order/calls'
import { type Binding, bind, bindOnce } from '../../../platform/http/binding.ts'
import { buyPhones, buyWithDefaults } from './buy-phones.ts'
import { buySeckillItem } from './buy-seckill.ts'
import { renewPhones } from './create-renewal.ts'
import { cancelOrder, type OrderDeps } from './expire-orders.ts'
import { getOrderInfo } from './get-order-info.ts'
import { getOrderPhones } from './get-order-phones.ts'
import { getOrderList } from './list-orders.ts'
import { toOrderInfo } from './order-info.ts'

export const orderRoutes = (deps: OrderDeps): Binding[] => [
  bind(listCall, (query, { caller }) => getOrderList(deps)(caller, query)),
  bind(infoCall, ({ orderId }, { caller }) => getOrderInfo(deps)(caller, orderId)),
  bind(phonesCall, ({ orderId }, { caller }) => getOrderPhones(deps)(caller, orderId)),
  bind(cancelCall, async ({ orderId }, { caller }) => toOrderInfo(await cancelOrder(deps)(caller, orderId))),
  bindOnce(createCloudOrderNew, (tx, input, { caller }) => buyPhones(deps)(tx, caller, input)),
  bindOnce(createSeckillActivityOrder, (tx, input, { caller }) => buySeckillItem(deps)(tx, caller, input)),
  bindOnce(createCloudOrder, (tx, { deviceIds, ...input }, { caller }) =>
    deviceIds ? renewPhones(deps)(tx, caller, { ...input, deviceIds }) : buyWithDefaults(deps)(tx, caller, input),
  ),
]
