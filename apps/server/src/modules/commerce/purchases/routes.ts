import { createCloudOrder, createCloudOrderNew, createSeckillActivityOrder } from '@yunji/contract/commerce/order/calls'
import { type Binding, bindOnce } from '../../../platform/http/binding.ts'
import { buyPhones, buyWithDefaults } from './buy-phones.ts'
import { buySeckillItem } from './buy-seckill.ts'
import { renewPhones } from './create-renewal.ts'
import type { PurchaseDeps } from './price-lines.ts'

export const purchaseRoutes = (deps: PurchaseDeps): Binding[] => [
  bindOnce(createCloudOrderNew, (tx, input, { caller }) => buyPhones(deps)(tx, caller, input)),
  bindOnce(createSeckillActivityOrder, (tx, input, { caller }) => buySeckillItem(deps)(tx, caller, input)),
  bindOnce(createCloudOrder, (tx, { deviceIds, ...input }, { caller }) =>
    deviceIds ? renewPhones(deps)(tx, caller, { ...input, deviceIds }) : buyWithDefaults(deps)(tx, caller, input),
  ),
]
