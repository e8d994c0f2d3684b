import { safeReturnPath } from '@yunji/contract/pages'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { RESPONSE_TIMEOUT_MS, responseTimeout } from '../../platform/http/response-timeout.ts'
import type { ProviderName } from '../../platform/payments.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import { wechatPaySdk } from '../wechat-pay/sdk.ts'
import { readAlipayPage } from './alipay-gateway.ts'
import { type Cashier, CashierRefusal } from './cashier.ts'
import type { CashierKeys } from './keys.ts'
import { cashierPage } from './page.ts'
import { isOver, type Trade } from './trade.ts'

interface RouteOptions {
  readonly cashier: Cashier
  readonly clock: Clock
  readonly signedTokens: SignedTokens
  readonly keys: () => Promise<CashierKeys>
}

interface Ticket {
  readonly protocol: ProviderName
  readonly outTradeNo: string
  readonly back: string
}

const TICKET = 'demo-cashier'
const TICKET_LIFETIME_MS = 60 * MINUTE_MS
const PREPAY = /^(?:prepay_id=)?(wx[0-9a-f]{24}-([\w-]{6,32}))$/
const choices = ['ok', 'cancel', 'fail'] as const

const inTime = responseTimeout(RESPONSE_TIMEOUT_MS)

type Query = Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Redirects go to our own pages only. */
const ownPath = (path: string): string => safeReturnPath(path) ?? '/'

/** Content of the WeChat payment sheet; a trade that has ended opens none. */
const sheetOf = (trade: Trade, now: Date) => {
  if (trade.state === 'paid') return { errMsg: 'requestPayment:fail 该订单已支付' }
  if (isOver(trade, now)) return { errMsg: 'requestPayment:fail 该订单已关闭' }
  return { title: trade.title, payee: '云机', amountCents: trade.amountCents }
}

const refuse = (): never => {
  throw new AppError('BAD_INPUT', { text: '支付请求无效' })
}

/** Pages of the cashier, and the stand-in for WeChat's payment sheet. */
export const addCashierRoutes = (app: FastifyInstance, options: RouteOptions): void => {
  const { cashier, clock, signedTokens, keys } = options

  const show = (reply: FastifyReply, trade: Trade, returnUrl: string): FastifyReply => {
    const back = ownPath(returnUrl)
    const { protocol, outTradeNo } = trade
    const tradeState = trade.state === 'waiting' && isOver(trade, clock.now()) ? 'closed' : trade.state
    const ticket = signedTokens.sign<Ticket>(TICKET, { protocol, outTradeNo, back }, TICKET_LIFETIME_MS)
    const page = cashierPage({ trade, status: tradeState, ticket, back, action: servedRoutes.demoCashier.path })
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  }
  const byPrepay = async (value: unknown): Promise<Trade> => {
    const [, prepayId, outTradeNo = ''] = PREPAY.exec(textOf(value)) ?? []
    const trade = await cashier.find('wechat', outTradeNo)
    return trade && trade.prepayId === prepayId ? trade : refuse()
  }
  /** Idempotent: a second visit shows the earlier result. */
  const settle = async (protocol: ProviderName, outTradeNo: string): Promise<void> => {
    await cashier.pay(protocol, outTradeNo).catch((error: unknown) => {
      if (!(error instanceof CashierRefusal)) throw error
    })
  }

  app.get<{ Querystring: Query }>(servedRoutes.demoAlipay.path, async ({ query }, reply) => {
    const fields = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]))
    const terms = readAlipayPage(fields, await keys()) ?? refuse()
    const trade = await cashier.open(terms).catch((error: unknown) => {
      if (error instanceof CashierRefusal) return cashier.find('alipay', terms.outTradeNo)
      throw error
    })
    return show(reply, trade ?? refuse(), terms.returnUrl)
  })

  app.get<{ Querystring: Query }>(servedRoutes.demoWechatPay.path, async ({ query }, reply) =>
    show(reply, await byPrepay(query.prepay_id), textOf(query.redirect_url)),
  )

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.post<{ Body: Query }>(servedRoutes.demoCashier.path, { onRequest: inTime }, async ({ body }, reply) => {
      const ticket = signedTokens.read<Ticket>(TICKET, textOf(body?.ticket)) ?? refuse()
      const choice = choices.find((each) => each === body.choice) ?? refuse()
      if (choice === 'ok') await settle(ticket.protocol, ticket.outTradeNo)
      const { pathname, search } = new URL(ticket.back, 'http://own')
      const query = new URLSearchParams(search)
      query.set('result', choice)
      return reply.redirect(`${pathname}?${query}`, 303)
    })
  })

  app.post<{ Body: Query }>(servedRoutes.demoRequestPayment.path, { onRequest: inTime }, async ({ body }) => {
    const { timeStamp, nonceStr, paySign, package: packed, choice = 'ok' } = body ?? {}
    const trade = await byPrepay(packed)
    const { Formatter, Rsa } = wechatPaySdk()
    const text = Formatter.joinedByLineFeed(trade.appId, textOf(timeStamp), textOf(nonceStr), textOf(packed))
    if (!Rsa.verify(text, textOf(paySign), (await keys()).merchantPublicKey)) refuse()
    if (choice === 'show') return sheetOf(trade, clock.now())
    if (choice !== 'ok') return { errMsg: choice === 'cancel' ? 'requestPayment:fail cancel' : 'requestPayment:fail' }
    await settle('wechat', trade.outTradeNo)
    const settled = await cashier.find('wechat', trade.outTradeNo)
    return { errMsg: settled?.state === 'paid' ? 'requestPayment:ok' : 'requestPayment:fail' }
  })
}
