import { servedRoutes } from '@yunji/contract/wire/served-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAlipay } from '../adapters/alipay/alipay.ts'
import { type EmbeddedCashier, startEmbeddedCashier } from '../adapters/embedded-cashier/start-cashier.ts'
import { createWechatPay } from '../adapters/wechat-pay/wechat-pay.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaymentProvider, Payments } from '../platform/payments.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import type { Closable } from '../shutdown.ts'

interface PaymentConnectionDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly signingKeys: SigningKeys
  readonly dataDir: string
  /** WeChat app ids; undefined where there are none. */
  readonly officialAppId: string | undefined
  readonly appletAppId: string | undefined
}

export interface ConnectedPayments {
  readonly payments: Payments
  /** Only with simulated payments. */
  readonly cashier: EmbeddedCashier | undefined
  addPages(app: FastifyInstance): void
  readonly parts: readonly Closable[]
}

/** Payment providers, or the cashier that stands in for them. */
export const connectPayments = async (
  config: PaymentsConfig,
  deps: PaymentConnectionDeps,
): Promise<ConnectedPayments> => {
  const isEmbedded = config.alipay.kind === 'embedded' || config.wechatPay.kind === 'embedded'
  const { clock, signingKeys, officialAppId = 'demo-official', appletAppId = 'demo-applet' } = deps
  const signedTokens = createSignedTokens(signingKeys, clock)
  const cashier = isEmbedded
    ? await startEmbeddedCashier({ ...deps, officialAppId, appletAppId, signedTokens })
    : undefined
  const alipay = connectAlipay(config.alipay, deps, cashier)
  const wechat = connectWechatPay(config.wechatPay, deps, cashier)
  return {
    payments: { ...(alipay && { alipay }), ...(wechat && { wechat }) },
    cashier,
    addPages: (app) => cashier?.addPages(app),
    parts: cashier ? [{ name: 'embedded cashier', close: cashier.close }] : [],
  }
}

const connectAlipay = (
  config: PaymentsConfig['alipay'],
  { clock, log }: PaymentConnectionDeps,
  cashier: EmbeddedCashier | undefined,
): PaymentProvider | undefined => {
  if (config.kind === 'alipay') {
    const notifyUrl = `${config.publicUrl}${servedRoutes.alipayNotice.path}`
    return createAlipay({ ...config, clock, notifyUrl, returnOrigin: config.publicUrl })
  }
  if (config.kind === 'none') log.warn('ALIPAY_APP_ID not set: Alipay payments disabled')
  return config.kind === 'embedded' ? cashier?.payments.alipay : undefined
}

const connectWechatPay = (
  config: PaymentsConfig['wechatPay'],
  { clock, log, officialAppId, appletAppId }: PaymentConnectionDeps,
  cashier: EmbeddedCashier | undefined,
): PaymentProvider | undefined => {
  if (config.kind === 'wechatPay') {
    const notifyUrl = `${config.publicUrl}${servedRoutes.wechatNotice.path}`
    return createWechatPay({
      ...config,
      clock,
      notifyUrl,
      returnOrigin: config.publicUrl,
      officialAppId,
      appletAppId,
    })
  }
  if (config.kind === 'none') log.warn('WECHAT_PAY_MCHID not set: WeChat payments disabled')
  return config.kind === 'embedded' ? cashier?.payments.wechat : undefined
}
