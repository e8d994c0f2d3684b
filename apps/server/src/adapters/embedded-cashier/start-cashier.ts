import { join } from 'node:path'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { PaymentProvider } from '../../platform/payments.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import { alipayNoticeReplies, createAlipay } from '../alipay/alipay.ts'
import { readAlipayBill } from '../alipay/bill.ts'
import { readWechatBill } from '../wechat-pay/bill.ts'
import { createWechatPay, wechatNoticeReplies } from '../wechat-pay/wechat-pay.ts'
import { createAlipayGateway } from './alipay-gateway.ts'
import { createCashierBills } from './bills.ts'
import { createCashier } from './cashier.ts'
import { type CashierKeys, demoMerchant, findCashierKeys } from './keys.ts'
import { lazyProvider } from './lazy-provider.ts'
import { createNoticeSender, type Deliver } from './notice-sender.ts'
import { addCashierRoutes } from './routes.ts'
import { startCashierServer } from './server.ts'
import { createTrades } from './trades.ts'
import { createWechatGateway } from './wechat-gateway.ts'

interface EmbeddedOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Logger
  readonly signedTokens: SignedTokens
  readonly officialAppId: string
  readonly appletAppId: string
}

/** Both providers: a cashier with its own keys, called through the production adapters. */
export const startEmbeddedCashier = async (options: EmbeddedOptions) => {
  const { clock, log, officialAppId, appletAppId } = options
  const folder = join(options.dataDir, 'cashier')
  // Lazy: key generation is slow, and most processes sell nothing.
  let made: Promise<CashierKeys> | undefined
  const keys = (): Promise<CashierKeys> => {
    made ??= findCashierKeys(folder)
    return made
  }
  let own: FastifyInstance | undefined
  /** Notices go to the server that hosts the cashier, through all hooks before its routes. */
  const deliver: Deliver = async (url, { headers, body }) => {
    if (!own) throw new Error('the embedded cashier is not mounted')
    const { statusCode, body: answer } = await own.inject({ method: 'POST', url, headers, payload: body })
    return { status: statusCode, body: answer }
  }
  const trades = createTrades(join(folder, 'trades'), log)
  const noticeSender = createNoticeSender({ trades, clock, log, keys, deliver })
  const cashier = createCashier({ trades, clock, onNoticePending: noticeSender.sendNotices })
  const bills = createCashierBills({ trades, clock })
  const parts = { cashier, bills, clock }
  const server = await startCashierServer({
    alipay: createAlipayGateway(parts),
    wechat: createWechatGateway(parts),
    bills,
    keys,
  })

  const alipay = (privateKey?: string): Promise<PaymentProvider> =>
    keys().then(({ merchantPrivateKey, cashierPublicKey }) =>
      createAlipay({
        appId: demoMerchant.alipayAppId,
        sellerId: demoMerchant.alipaySellerId,
        privateKey: privateKey ?? merchantPrivateKey,
        alipayPublicKey: cashierPublicKey,
        gateway: server.alipayGateway,
        clock,
        notifyUrl: servedRoutes.alipayNotice.path,
        returnOrigin: '',
        forBrowser: server.forBrowser,
      }),
    )
  const wechat = (privateKey?: string): Promise<PaymentProvider> =>
    keys().then(({ merchantPrivateKey, cashierPublicKey, apiV3Key }) =>
      createWechatPay({
        mchid: demoMerchant.mchid,
        serial: demoMerchant.merchantSerial,
        officialAppId,
        appletAppId,
        privateKey: privateKey ?? merchantPrivateKey,
        apiV3Key,
        platformKeys: { [demoMerchant.cashierSerial]: cashierPublicKey },
        baseUrl: server.url,
        clock,
        notifyUrl: servedRoutes.wechatNotice.path,
        returnOrigin: '',
        demoSheet: (prepayId, back) =>
          `${servedRoutes.demoWechatPay.path}?${new URLSearchParams({ prepay_id: prepayId, redirect_url: back })}`,
      }),
    )
  const makers = { alipay, wechat }
  const noticeReplies = { alipay: alipayNoticeReplies, wechat: wechatNoticeReplies }
  const readBill = {
    alipay: (file: Uint8Array) => readAlipayBill(file, demoMerchant.alipaySellerId),
    wechat: (file: Uint8Array) => readWechatBill(file, demoMerchant.mchid),
  }
  const provider = (name: PaymentProvider['name'], privateKey?: string): PaymentProvider =>
    lazyProvider({ name, noticeReplies: noticeReplies[name], readBill: readBill[name] }, () => makers[name](privateKey))
  return {
    payments: { alipay: provider('alipay'), wechat: provider('wechat') },
    /** The same adapter with a wrong private key. */
    impostor: provider,
    cashier,
    keys,
    noticeSender,
    addPages: (app: FastifyInstance): void => {
      own = app
      addCashierRoutes(app, { cashier, clock, keys, signedTokens: options.signedTokens })
    },
    close: server.close,
  }
}

export type EmbeddedCashier = Awaited<ReturnType<typeof startEmbeddedCashier>>
