import { createCloudOrderNew } from '@yunji/contract/commerce/order/calls'
import Fastify from 'fastify'
import { Pool } from 'pg'

interface BareOrder {
  readonly items: readonly [{ readonly id: number; readonly quantity: number }]
  readonly zoneId: number
  readonly totalCents: number
}

const POOL_SIZE = 16

/**
 * Baseline of an order: takes stock where it suffices and writes a row, in one transaction, on Fastify and `pg` alone. It
 * checks no session, prices nothing and has no idempotency. The real order is measured against it.
 */
export const buildBareOrders = (databaseUrl: string) => {
  const pool = new Pool({ connectionString: databaseUrl, max: POOL_SIZE })

  const order = async ({ items: [item], zoneId, totalCents }: BareOrder): Promise<number> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const taken = await client.query(
        `update zone_stock set reserved = reserved + $3 where zone_id = $1
           and config_id = (select config_id from billable_products where id = $2)
           and capacity - reserved - rented >= $3`,
        [zoneId, item.id, item.quantity],
      )
      if (taken.rowCount !== 1) throw new Error('sold out')
      const { rows } = await client.query<{ id: string }>(
        'insert into bare_orders (product_id, quantity, total_cents) values ($1, $2, $3) returning id',
        [item.id, item.quantity, totalCents],
      )
      await client.query('commit')
      return Number(rows[0]?.id)
    } finally {
      client.release()
    }
  }

  const app = Fastify()
  app.post(createCloudOrderNew.path, async (request) => ({ code: 200, data: await order(request.body as BareOrder) }))
  return app
}
