import { setTimeout as delay } from 'node:timers/promises'
import { createCloudOrder, payOrder } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import type { Call, CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { Random } from '@yunji/testkit/random'
import type { RawRequest, RawResponse } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { type CallFields, callRequest } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { fillWallet } from '../support/wallet.ts'

export interface Buyer {
  readonly userId: number
  readonly token: string
}

interface LoadParts {
  readonly send: (request: RawRequest) => Promise<RawResponse>
  readonly buyers: readonly Buyer[]
  readonly product: { readonly id: number; readonly goodPrice: number }
  readonly random: Random
  /** Whether cut connections and 503 are retried; otherwise they are violations. */
  readonly mayBeCut?: boolean
  /** Called before each purchase; the buyer waits until it returns true. */
  readonly mayBuy?: (buyer: Buyer) => boolean
}

const PAUSE_MS = 50
const WALLET_CENTS = 1_000_000_000
/** Offset of their phone numbers behind other accounts. */
const AFTER = 1_000
const TICKET = /name="ticket" value="([^"]+)"/

/** The limit of three unpaid orders was reached because notices are still missing. */
const waitsForPayments = (answer: RawResponse): boolean =>
  readEnvelope(answer)?.code === ErrorCode.GOODS_QUANTITY_EXCEEDED

/** Buyers that order and pay; requests cut off by a kill are retried with the same idempotency key. */
export const createPurchaseLoad = (parts: LoadParts) => {
  const { send, buyers, product, random, mayBeCut = true, mayBuy = () => true } = parts
  /** Acknowledged orders. */
  const orders = new Map<number, { readonly key: string; isPaid: boolean }>()
  const violations: string[] = []
  const over = new AbortController()
  let made = 0
  const stopping = new AbortController()

  /** Retries until answered; undefined once the load has ended. */
  const exchange = async (request: RawRequest): Promise<RawResponse | undefined> => {
    while (!over.signal.aborted) {
      const answer = await send(request).catch((error: unknown) => String(error))
      const isWaiting = typeof answer !== 'string' && waitsForPayments(answer)
      if (typeof answer !== 'string' && answer.status !== 503 && !isWaiting) return answer
      if (!mayBeCut && !isWaiting) {
        violations.push(`${request.path}: ${typeof answer === 'string' ? answer : describe(answer)}`)
        return undefined
      }
      await delay(PAUSE_MS)
    }
    return undefined
  }
  const call = async <C extends Call>(of: C, input: CallFields, token: string, key?: string) => {
    const answer = await exchange(callRequest(of, input, { token, ...(key !== undefined && { key }) }))
    if (!answer) return undefined
    const envelope = readEnvelope(answer)
    if (envelope?.code === ErrorCode.OK) return envelope.data as CallData<C>
    violations.push(`${of.path} answered ${describe(answer)}`)
    return undefined
  }

  const payAtCashier = async ({ pathname, search }: URL): Promise<boolean> => {
    const page = await exchange({ method: 'GET', path: `${pathname}${search}` })
    const ticket = TICKET.exec(page?.body ?? '')?.[1]
    if (page && !ticket) violations.push(`the cashier answered ${describe(page)}`)
    if (!ticket) return false
    const body = new URLSearchParams({ ticket, choice: 'ok' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await exchange({ method: 'POST', path: servedRoutes.demoCashier.path, headers, body })
    if (answer && answer.status !== 303) violations.push(`the cashier answered ${describe(answer)}`)
    return answer?.status === 303
  }

  const pay = async (orderId: number, token: string): Promise<void> => {
    const payMethod = random.next() < 0.5 ? PayMethod.beans : PayMethod.alipay
    const answer: { order: OrderInfo; next: PayNext } | undefined = await call(payOrder, { orderId, payMethod }, token)
    const fact = orders.get(orderId)
    if (!answer || !fact) return
    if (answer.next.kind === 'none') fact.isPaid = true
    // The cashier has stored the payment; its notice may be late.
    else if (answer.next.kind === 'redirect') fact.isPaid = await payAtCashier(new URL(answer.next.url, 'http://own'))
  }

  const buy = async ({ token }: Buyer): Promise<void> => {
    const key = `purchase-${++made}`
    const { id, goodPrice } = product
    const order = await call(createCloudOrder, { id, quantity: 1, goodPrice, totalCents: goodPrice }, token, key)
    if (!order) return
    const { orderId } = order as OrderInfo
    if (orders.has(orderId)) violations.push(`order ${orderId} was made for ${orders.get(orderId)?.key} and for ${key}`)
    orders.set(orderId, { key, isPaid: false })
    await pay(orderId, token)
  }

  const work = async (buyer: Buyer): Promise<void> => {
    while (!over.signal.aborted && !stopping.signal.aborted) {
      if (mayBuy(buyer)) await buy(buyer)
      else await delay(PAUSE_MS)
    }
  }
  return {
    orders,
    violations,
    get made(): number {
      return made
    },
    run: (): Promise<unknown> => Promise.all(buyers.map(work)),
    /** Lets running purchases finish. */
    stop: (): void => stopping.abort(),
    /** Ends running purchases too. */
    end: (): void => over.abort(),
  }
}

export type PurchaseLoad = ReturnType<typeof createPurchaseLoad>

export const addBuyers = async (url: string, count: number): Promise<Buyer[]> => {
  const buyers: Buyer[] = []
  for (const { userId } of await createAccounts(url, count, AFTER)) {
    await fillWallet(url, userId, 'beans', WALLET_CENTS)
    const [token = ''] = await createSessions(url, userId, 1)
    buyers.push({ userId, token })
  }
  return buyers
}

/** A product with one price and enough stock. */
export const findProduct = (url: string): Promise<{ id: number; goodPrice: number }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; price_cents: string; config_id: string }>(
      `select p.id, price_cents, config_id from billable_products p join goods_configurations c on c.id = config_id
       where good_time_hours = 24 and not is_metered and first_price_cents is null and not is_video_edition
         and not exists (select 1 from activity_products where product_id = p.id) order by p.id limit 1`,
    )
    const [row] = rows
    if (!row) throw new Error('nothing is sold')
    await client.query(
      `with zone as (insert into zones (code, name, created_at) values ('killed', '华东', now()) returning id)
       insert into zone_stock (zone_id, config_id, capacity) select id, $1, 1000000000 from zone`,
      [row.config_id],
    )
    return { id: Number(row.id), goodPrice: Number(row.price_cents) }
  })
