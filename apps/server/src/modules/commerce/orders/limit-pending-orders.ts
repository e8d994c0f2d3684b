import { ORDER_MAXIMUM_PHONES, type PendingPhoneOrder, pendingRefusal } from '@yunji/contract/commerce/order/rules'
import { AppError } from '../../../platform/errors.ts'
import { query, type Tx } from '../../../platform/transaction.ts'

const LOCK_PENDING = { name: 'order-lock-pending', text: 'select id, title, phones from lock_pending_orders($1)' }

const BIG_USER_LIMIT = {
  name: 'order-list-limit',
  text: `select coalesce(max(maximum_phones), 0)::int as phones from big_user_lists
    where user_id = $1 and closed_at is null and (expires_at is null or expires_at > $2)`,
}

interface PendingRow extends Record<string, unknown> {
  readonly id: string
  readonly title: string
  readonly phones: number | null
}

/** Unpaid orders of an account that hold phones, oldest first. No other order of it is made before the transaction ends. */
export const lockPendingOrders = async (tx: Tx, userId: number): Promise<PendingPhoneOrder[]> => {
  const rows = await query<PendingRow>(tx, LOCK_PENDING, [userId])
  return rows
    .map(({ id, title, phones }) => ({ orderId: Number(id), title, phones: phones ?? 0 }))
    .toSorted((a, b) => a.orderId - b.orderId)
}

/** Refuses phones to an account whose unpaid orders hold as many as it may (1014). */
export const assertPendingLimit = async (
  tx: Tx,
  userId: number,
  pending: readonly PendingPhoneOrder[],
  wantedPhones: number,
  now: Date,
): Promise<void> => {
  if (pendingRefusal(pending, wantedPhones, ORDER_MAXIMUM_PHONES) === null) return
  const [list] = await query<{ phones: number }>(tx, BIG_USER_LIMIT, [userId, now])
  const text = pendingRefusal(pending, wantedPhones, Math.max(ORDER_MAXIMUM_PHONES, list?.phones ?? 0))
  if (text === null) return
  throw new AppError('GOODS_QUANTITY_EXCEEDED', { text, data: { pendingOrderIds: pending.map((of) => of.orderId) } })
}
