import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { EntryReason, WalletAccount } from '@yunji/contract/commerce/wallet/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { transfer } from '../ledger/index.ts'
import { type LockedOrder, lockPayableOrder, markOrderPaid, type OrderRow, settlePaidOrder } from '../orders/index.ts'

interface WalletDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
  readonly outbox: Outbox
}

const wallets: Partial<Record<PayMethod, WalletAccount>> = {
  [PayMethod.beans]: 'beans',
  [PayMethod.balance]: 'balance',
}

/** Pays an order from its buyer's beans or balance. An order that is paid already is returned as it is. */
export const payFromWallet =
  (deps: WalletDeps) =>
  ({ userId }: Caller, orderId: number, method: PayMethod): Promise<OrderRow> =>
    deps.database.db.transaction(async (tx) => {
      const order = await lockPayableOrder(tx, userId, orderId, method, deps.clock.now())
      if (order.paidAt) return order
      const wallet = wallets[method]
      if (!wallet) throw new AppError('NOT_OPEN_YET')
      const now = deps.clock.now()
      await takeFromWallet(tx, order, wallet, { key: `order:${orderId}:paid`, reason: 'orderPayment' }, now)
      return paidOrder(orderId, await settlePaidOrder(tx, deps, orderId, method, now))
    })

interface AutoRenewal {
  readonly deviceId: number
  readonly payMethod: PayMethod
  /** Names the device and the end of its time, so that no period is paid twice. */
  readonly key: string
}

/** Pays the order of an automatic renewal, which the caller fulfils in the same transaction. */
export const payAutoRenewal = async (
  tx: Tx,
  order: OrderRow,
  { deviceId, payMethod, key }: AutoRenewal,
  now: Date,
): Promise<LockedOrder> => {
  const wallet = payMethod === PayMethod.beans ? 'beans' : 'balance'
  await takeFromWallet(tx, order, wallet, { key, reason: 'autoRenew', deviceId }, now)
  return paidOrder(order.id, await markOrderPaid(tx, order.id, payMethod, now))
}

interface MeteredHour {
  readonly userId: number
  readonly deviceId: number
  readonly startsAt: Date
  readonly priceCents: number
}

/**
 * Pays an hour of a metered device from its owner's beans; false when they do not suffice. The key is the device and the
 * hour's start, so that no hour is paid twice.
 */
export const payMeteredHour = async (
  tx: Tx,
  { userId, deviceId, startsAt, priceCents: amountCents }: MeteredHour,
  now: Date,
): Promise<boolean> => {
  const key = `device:${deviceId}:hour:${startsAt.getTime()}`
  const accounts = { from: { userId, kind: 'beans' }, to: { kind: 'revenue' } } as const
  try {
    await transfer(tx, { key, reason: 'metering', ...accounts, amountCents, deviceId }, now)
  } catch (error) {
    // Refused before any transfer: the transaction can continue.
    if (error instanceof AppError && error.error === 'BEANS_NOT_ENOUGH') return false
    throw error
  }
  return true
}

const takeFromWallet = (
  tx: Tx,
  { id: orderId, userId, payableCents: amountCents }: OrderRow,
  kind: WalletAccount,
  entry: { readonly key: string; readonly reason: EntryReason; readonly deviceId?: number },
  now: Date,
) => transfer(tx, { ...entry, from: { userId, kind }, to: { kind: 'revenue' }, amountCents, orderId }, now)

const paidOrder = (orderId: number, order: LockedOrder | undefined): LockedOrder => {
  if (!order) throw new Error(`order ${orderId} was paid and not settled`)
  return order
}
