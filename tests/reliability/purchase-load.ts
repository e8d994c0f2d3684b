import { setTimeout as delay } from 'node:timers/promises'
import { createCloudOrder } from '@yunji/contract/order/calls'
import { PayMethod } from '@yunji/contract/order/enums'
import { payOrder } from '@yunji/contract/order/pay-calls'
import type { PayNext } from '@yunji/contract/order/pay-schema'
import type { OrderInfo } from '@yunji/contract/order/schema'
import type { Call, CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { Random } from '@yunji/testkit/random'
import type { WireAnswer } from '@yunji/testkit/wire-answer'
import type { WireRequest } from '@yunji/testkit/wire-request'
import { type CallFields, callRequest } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'

export interface Buyer {
  readonly userId: number
  readonly token: string
}

interface LoadParts {
  readonly send: (request: WireRequest) => Promise<WireAnswer>
  readonly buyers: readonly Buyer[]
  readonly product: { readonly id: number; readonly goodPrice: number }
  readonly random: Random
}

const PAUSE_AFTER_CUT_MS = 50
const TICKET = /name="ticket" value="([^"]+)"/

/** Three orders whose payment the shop has not heard of yet: the next is ordered once it has. */
const waitsForPayments = (answer: WireAnswer): boolean =>
  readEnvelope(answer)?.code === ErrorCode.GOODS_QUANTITY_EXCEEDED

/** People who order and pay, and never give up: what a kill cut off is asked again, with the same key. */
export const createPurchaseLoad = ({ send, buyers, product, random }: LoadParts) => {
  /** What the server has acknowledged. */
  const orders = new Map<number, { readonly key: string; isPaid: boolean }>()
  const violations: string[] = []
  const over = new AbortController()
  let made = 0

  /** Asked until it is answered; nothing once the load is over. */
  const exchange = async (request: WireRequest): Promise<WireAnswer | undefined> => {
    while (!over.signal.aborted) {
      const answer = await send(request).catch(() => undefined)
      if (answer && answer.status !== 503 && !waitsForPayments(answer)) return answer
      await delay(PAUSE_AFTER_CUT_MS)
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
    if (!ticket) return false
    const body = new URLSearchParams({ ticket, choice: 'ok' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await exchange({ method: 'POST', path: servedRoutes.demoCashier.path, headers, body }))?.status === 303
  }

  const pay = async (orderId: number, token: string): Promise<void> => {
    const payMethod = random.next() < 0.5 ? PayMethod.beans : PayMethod.alipay
    const answer: { order: OrderInfo; next: PayNext } | undefined = await call(payOrder, { orderId, payMethod }, token)
    const fact = orders.get(orderId)
    if (!answer || !fact) return
    if (answer.next.kind === 'none') fact.isPaid = true
    // The cashier keeps a payment from here on; the shop may hear of it late, but it does.
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
    while (!over.signal.aborted) await buy(buyer)
  }
  return {
    orders,
    violations,
    get made(): number {
      return made
    },
    run: (): Promise<unknown> => Promise.all(buyers.map(work)),
    end: (): void => over.abort(),
  }
}

export type PurchaseLoad = ReturnType<typeof createPurchaseLoad>
