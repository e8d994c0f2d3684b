import { withClient } from '@yunji/testkit/with-client'
import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'

type Acknowledged = ReadonlyMap<number, { readonly key: string; readonly isPaid: boolean }>

/** Orders paid at the cashier that are not marked as paid yet. */
export const unsettled = (url: string, orders: Acknowledged): Promise<number[]> =>
  withClient(url, async (client) => {
    const paid = [...orders].flatMap(([orderId, { isPaid }]) => (isPaid ? orderId : []))
    const { rows } = await client.query<{ id: string }>(
      'select id from orders where id = any($1::bigint[]) and paid_at is null',
      [paid],
    )
    return rows.map(({ id }) => Number(id))
  })

/** Acknowledged orders that are missing or duplicated. */
export const lostPurchases = (url: string, orders: Acknowledged): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from orders')
    const stored = new Set(rows.map(({ id }) => Number(id)))
    const lost = [...orders.keys()].filter((orderId) => !stored.has(orderId))
    const keys = await client.query<{ orders: number; keys: number }>(
      `select (select count(*) from orders)::int as orders,
         (select count(*) from idempotency_keys where call_path like '%/createCloudOrder')::int as keys`,
    )
    const [counted] = keys.rows
    return [
      ...lost.map((orderId) => `acknowledged order ${orderId} is lost`),
      ...(counted?.orders === counted?.keys ? [] : [`${counted?.keys} keys made ${counted?.orders} orders`]),
    ]
  })

/** Payments without orders, orders without payments, and ledger discrepancies; must be empty at any time. */
export const brokenBooks = async (url: string): Promise<string[]> => {
  const database = openDatabase(url, createLogger('silent', process.stdout))
  try {
    const { rows } = await database.pool.query<{ id: string; what: string }>(
      `with paid as (
         select order_id, count(*) as entries, sum(amount_cents) as cents
         from ledger_entries where reason = 'orderPayment' group by order_id
       )
       select o.id, case
           when paid.entries is null then 'is paid without an entry'
           when o.paid_at is null then 'has an entry and is not paid'
           when paid.entries > 1 then 'was paid twice'
           else 'was paid with another amount'
         end as what
       from orders o left join paid on paid.order_id = o.id
       where (o.paid_at is not null and (paid.entries is distinct from 1 or paid.cents <> o.payable_cents))
         or (o.paid_at is null and paid.entries is not null)`,
    )
    const discrepancies = await auditLedger(database.db)
    return [
      ...rows.map(({ id, what }) => `order ${id} ${what}`),
      ...discrepancies.map((discrepancy) => `the ledger does not add up: ${JSON.stringify(discrepancy)}`),
    ]
  } finally {
    await database.close()
  }
}
