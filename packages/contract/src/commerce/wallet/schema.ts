import * as z from 'zod/mini'
import { cents, epochMillis, positiveId } from '../../wire/fields.ts'

/** Accounts of a user; a bean is a cent. */
export const walletAccounts = ['beans', 'balance'] as const
export type WalletAccount = (typeof walletAccounts)[number]

export const entryReasons = [
  'recharge',
  'bonus',
  'firstRechargeCoupon',
  'rechargeCoupon',
  'orderPayment',
  'orderRefund',
  'metering',
  'autoRenew',
  'zoneChange',
  'adjustment',
  'givenUp',
] as const
export type EntryReason = (typeof entryReasons)[number]

export const statementDirections = ['all', 'in', 'out'] as const

/** One line of a statement. */
export const statementEntry = z.object({
  entryId: positiveId,
  reason: z.enum(entryReasons),
  /** Positive where it came in. */
  amountCents: z.int(),
  /** Balance after the entry. */
  balanceCents: cents,
  /** Order or device of the entry. */
  orderId: z.nullable(positiveId),
  deviceId: z.nullable(positiveId),
  createdAt: epochMillis,
})
export type StatementEntry = z.output<typeof statementEntry>

/** A number of beans that can be bought at once; a bean costs a cent, so only the bonus differs. */
export const beanPack = z.object({
  id: positiveId,
  beansCents: cents,
  /** Given on top. */
  bonusCents: cents,
  priceCents: cents,
})

/** An amount of the buyer's own choice: so many pieces of one yuan, as `quantity` of the order. */
export const customPack = z.object({
  id: positiveId,
  unitCents: cents,
  minimumQuantity: positiveId,
  maximumQuantity: positiveId,
})

/** Limits of a balance recharge; whole yuan. */
export const BALANCE_RECHARGE_STEP_CENTS = 100
export const BALANCE_RECHARGE_MINIMUM_CENTS = 100
export const BALANCE_RECHARGE_MAXIMUM_CENTS = 5_000_000

/** Limits of a custom amount of beans, in yuan. */
export const CUSTOM_BEANS_MINIMUM_YUAN = 1
export const CUSTOM_BEANS_MAXIMUM_YUAN = 10_000

export const entryReasonLabels: Readonly<Record<EntryReason, string>> = {
  recharge: '充值',
  bonus: '充值赠送',
  firstRechargeCoupon: '首充券抵扣',
  rechargeCoupon: '优惠券抵扣',
  orderPayment: '支付订单',
  orderRefund: '订单退款',
  metering: '按时计费',
  autoRenew: '自动续费',
  zoneChange: '更换区域',
  adjustment: '系统调整',
  givenUp: '注销放弃',
}
