import { BusinessType } from './enums.ts'

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

/** What `createOrder` may name. */
export const namedBusinesses = [BusinessType.cloudBeans, BusinessType.cloudSpace] as const
