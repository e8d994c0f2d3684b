import {
  cancelOrder as cancelCall,
  getOrderInfo as infoCall,
  getOrderList as listCall,
  getOrderPhones as phonesCall,
} from '@yunji/contract/commerce/order/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { cancelOrder } from './cancel-order.ts'
import type { OrderDeps } from './deps.ts'
import { getOrderInfo } from './get-order-info.ts'
import { getOrderPhones } from './get-order-phones.ts'
import { getOrderList } from './list-orders.ts'
import { toOrderInfo } from './order-info.ts'

export const orderRoutes = (deps: OrderDeps): Binding[] => [
  bind(listCall, (query, { caller }) => getOrderList(deps)(caller, query)),
  bind(infoCall, ({ orderId }, { caller }) => getOrderInfo(deps)(caller, orderId)),
  bind(phonesCall, ({ orderId }, { caller }) => getOrderPhones(deps)(caller, orderId)),
  bind(cancelCall, async ({ orderId }, { caller }) => toOrderInfo(await cancelOrder(deps)(caller, orderId))),
]
