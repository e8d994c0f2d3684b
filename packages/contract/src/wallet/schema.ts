import * as z from 'zod/mini'
import { cents, epochMillis, positiveId } from '../wire/fields.ts'

/** What a user holds with us; a bean is a cent. */
export const walletAccounts = ['beans', 'balance'] as const
export type WalletAccount = (typeof walletAccounts)[number]

export const entryReasons = [
  'recharge',
  'bonus',
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
  /** What the account held right after it. */
  balanceCents: cents,
  /** Where it came from, to go and see. */
  orderId: z.nullable(positiveId),
  deviceId: z.nullable(positiveId),
  createdAt: epochMillis,
})
export type StatementEntry = z.output<typeof statementEntry>
