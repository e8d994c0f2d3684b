import { BusinessType } from './enums.ts'
import type { OrderKind } from './kinds.ts'

/**
 * The business that each order call belongs to, which a coupon's must equal. `createOrder` names its own; recharging the
 * balance has none and takes no coupon.
 */
export const businessOfCall = {
  createCloudOrder: BusinessType.cloudMachine,
  createCloudOrderNew: BusinessType.cloudMachine,
  createBigUserLinkOrder: BusinessType.cloudMachine,
  createSeckillActivityOrder: BusinessType.cloudMachine,
  createTimeToMonthOrder: BusinessType.cloudMachine,
  createUpOrDownOrder: BusinessType.cloudMachineUpgrade,
  createVideoOrder: BusinessType.cloudMachineUpgrade,
  purchaseActivationCode: BusinessType.activationCodeMall,
  agentBalanceRecharge: null,
} as const satisfies Record<string, BusinessType | null>

/** The same by what an order is. */
export const businessOfKind = {
  buy: BusinessType.cloudMachine,
  renew: BusinessType.cloudMachine,
  seckill: BusinessType.cloudMachine,
  bigUser: BusinessType.cloudMachine,
  toMonthly: BusinessType.cloudMachine,
  change: BusinessType.cloudMachineUpgrade,
  video: BusinessType.cloudMachineUpgrade,
  codes: BusinessType.activationCodeMall,
  beans: BusinessType.cloudBeans,
  space: BusinessType.cloudSpace,
  balance: null,
} as const satisfies Record<OrderKind, BusinessType | null>

/** What `createOrder` may name. */
export const namedBusinesses = [BusinessType.cloudBeans, BusinessType.cloudSpace] as const
