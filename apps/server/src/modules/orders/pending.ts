import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/order/limits'
import { type PendingPhoneOrder, pendingRefusal } from '@yunji/contract/order/pending'
import { AppError } from '../../platform/errors.ts'
import { ask, type Tx } from '../../platform/transaction.ts'

/** Held until the transaction ends, so that orders of one account at the same moment count each other. */
const LOCK = {
  name: 'order-lock-account',
  text: `select pg_advisory_xact_lock(hashtextextended('pending orders', $1::bigint))`,
}

/** In the words of the index that finds them. */
const LIST = {
  name: 'order-list-pending',
  text: `select o.id, o.title, coalesce(sum(r.quantity), 0)::int as phones
    from orders o left join stock_reservations r on r.order_id = o.id
    where o.user_id = $1 and o.state = 'pending' and o.kind in ('buy', 'seckill', 'bigUser')
    group by o.id, o.title order by o.id`,
}

const LIST_LIMIT = {
  name: 'order-list-limit',
  text: `select coalesce(max(maximum_phones), 0)::int as phones from big_user_lists
    where user_id = $1 and closed_at is null and (expires_at is null or expires_at > $2)`,
}

interface PendingRow extends Record<string, unknown> {
  readonly id: string
  readonly title: string
  readonly phones: number
}

/** Refuses phones to an account whose unpaid orders hold as many as it may (1014). */
export const assertMayHold = async (tx: Tx, userId: number, wantedPhones: number, now: Date): Promise<void> => {
  // Sent together, and taken in this order: the list is read once the lock is there.
  const [, rows] = await Promise.all([ask(tx, LOCK, [userId]), ask<PendingRow>(tx, LIST, [userId])])
  if (rows.length === 0) return
  const pending: PendingPhoneOrder[] = rows.map(({ id, title, phones }) => ({ orderId: Number(id), title, phones }))
  if (pendingRefusal(pending, wantedPhones, ORDER_MAXIMUM_PHONES) === null) return
  const [list] = await ask<{ phones: number }>(tx, LIST_LIMIT, [userId, now])
  const text = pendingRefusal(pending, wantedPhones, Math.max(ORDER_MAXIMUM_PHONES, list?.phones ?? 0))
  if (text === null) return
  throw new AppError('GOODS_QUANTITY_EXCEEDED', { text, data: { pendingOrderIds: pending.map((of) => of.orderId) } })
}
