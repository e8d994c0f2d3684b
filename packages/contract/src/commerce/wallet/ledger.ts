import * as z from 'zod/mini'
import { positiveId } from '../../wire/fields.ts'

/** Accounts of the ledger: two of each user, the others the platform's own. */
export const accountKinds = [
  'beans',
  'balance',
  'alipay',
  'wechat',
  'ios',
  'revenue',
  'refunds',
  'promotion',
  'adjustment',
] as const
export type AccountKind = (typeof accountKinds)[number]

export const accountKindLabels: Readonly<Record<AccountKind, string>> = {
  beans: '用户云豆',
  balance: '用户余额',
  alipay: '支付宝',
  wechat: '微信支付',
  ios: '苹果支付',
  revenue: '收入',
  refunds: '退款',
  promotion: '赠送',
  adjustment: '调整',
}

/**
 * Checks of the ledger: all accounts together are zero; a user's balance and holds are the sum of their entries; what
 * an order says was paid and refunded is what its entries say.
 */
export const ledgerDifferenceKinds = ['sum', 'balance', 'held', 'paid', 'refunded'] as const
export type LedgerDifferenceKind = (typeof ledgerDifferenceKinds)[number]

export const ledgerDifference = z.object({
  what: z.enum(ledgerDifferenceKinds),
  accountId: z.nullable(positiveId),
  userId: z.nullable(positiveId),
  orderId: z.nullable(positiveId),
  /** Stored amount, or the one that the order's records demand. */
  storedCents: z.int(),
  /** Sum of the entries. */
  countedCents: z.int(),
})
export type LedgerDifference = z.output<typeof ledgerDifference>

export const SHOWN_DIFFERENCES = 200
