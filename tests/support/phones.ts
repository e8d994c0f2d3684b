import { randomUUID } from 'node:crypto'
import { createCloudOrderNew, payOrder } from '@yunji/contract/commerce/order/calls'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Call, Envelope } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import { fillWallet } from './wallet.ts'

interface Buyer {
  readonly url: string
  readonly databaseUrl: string
  readonly userId: number
  readonly token: string
}

export interface BoughtPhone {
  readonly id: number
  readonly name: string
}

/** Phones are made one after the other, on a busy machine. */
const MADE_WITHIN_MS = 120_000

const post = async <Data>({ url, token }: Buyer, { path }: Call, body: object): Promise<Data> => {
  const headers = { 'content-type': 'application/json', [header.token]: token, [header.idempotencyKey]: randomUUID() }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, msg, data } = (await response.json()) as Envelope<Data>
  if (code !== 200 || data === null) throw new Error(`${path}: ${code} ${msg}`)
  return data
}

interface Offer {
  readonly product: string
  readonly zone: string
  readonly price: string
  readonly image: number
}

/** The cheapest month that a zone has enough stock of. */
const findOffer = (databaseUrl: string, count: number): Promise<Offer> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Offer>(
      `select p.id as product, s.zone_id as zone, p.price_cents as price, c.image_types[1] as image
       from billable_products p
       join goods_configurations c on c.id = p.config_id
       join zone_stock s on s.config_id = c.id
       where s.capacity >= $1 and p.good_time_hours = 720 and c.version = '10/B'
       order by p.price_cents limit 1`,
      [count],
    )
    if (!rows[0]) throw new Error('nothing is for sale')
    return rows[0]
  })

/** Buys phones and waits until they run. */
export const buyPhones = async (buyer: Buyer, count: number): Promise<readonly BoughtPhone[]> => {
  const { databaseUrl, userId } = buyer
  const offer = await findOffer(databaseUrl, count)
  const goodPrice = Number(offer.price)
  const totalCents = goodPrice * count
  await fillWallet(databaseUrl, userId, 'balance', totalCents)
  const { orderId } = await post<{ orderId: number }>(buyer, createCloudOrderNew, {
    items: [{ id: Number(offer.product), quantity: count, goodPrice }],
    zoneId: Number(offer.zone),
    imageType: offer.image,
    totalCents,
  })
  await post(buyer, payOrder, { orderId, payMethod: PayMethod.balance })
  return eventually(
    () =>
      withClient(databaseUrl, async (client) => {
        const { rows } = await client.query<{ id: string; name: string }>(
          `select id, name from devices where owner_id = $1 and state = 'running' order by id`,
          [userId],
        )
        if (rows.length < count) throw new Error(`${rows.length} of ${count} phones run`)
        return rows.map(({ id, name }) => ({ id: Number(id), name }))
      }),
    { deadlineMs: MADE_WITHIN_MS, everyMs: 250 },
  )
}
