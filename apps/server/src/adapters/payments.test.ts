import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { DAY_MS, later, systemClock } from '../platform/clock.ts'
import type { PaymentProvider, ProviderName } from '../platform/payments.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import { singleKey } from '../platform/signing-keys.ts'
import { createAlipay } from './alipay/alipay.ts'
import { readAlipayPage } from './embedded-cashier/alipay-gateway.ts'
import { writeNotice } from './embedded-cashier/notice.ts'
import { startEmbeddedCashier } from './embedded-cashier/start-cashier.ts'
import { type ProviderUnderTest, paymentSuite } from './payment-suite.ts'
import { createWechatPay } from './wechat-pay/wechat-pay.ts'

const embeddedTill = async (name: ProviderName): Promise<ProviderUnderTest> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunji-till-'))
  let aheadMs = 0
  const embedded = await startEmbeddedCashier({
    dataDir,
    clock: { now: () => later(systemClock.now(), aheadMs) },
    log: pino({ level: 'silent' }),
    signedTokens: createSignedTokens(singleKey(Buffer.alloc(32, 1)), systemClock),
    officialAppId: 'demo-official',
    appletAppId: 'demo-applet',
  })
  embedded.noticeSender.script.isSilent = true
  const keys = await embedded.keys()
  const { cashier } = embedded
  /** Alipay learns of a trade when the browser opens its URL. */
  const visitPage = async (url: string): Promise<void> => {
    const fields = Object.fromEntries(new URL(url, 'http://own').searchParams)
    const terms = name === 'alipay' ? readAlipayPage(fields, keys) : undefined
    if (terms) await cashier.open(terms)
  }
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return {
    provider: embedded.payments[name],
    openPage: visitPage,
    pay: async (outTradeNo, url) => {
      await visitPage(url)
      const trade = await cashier.pay(name, outTradeNo)
      return writeNotice[name](keys, trade, { id: 'suite', tries: 0, nextAt: '' }, systemClock.now())
    },
    nextDay: () => {
      aheadMs = DAY_MS
    },
    impostor: embedded.impostor(name, stranger.export({ type: 'pkcs8', format: 'pem' }).toString()),
    close: async () => {
      await embedded.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

paymentSuite('Alipay, against the embedded cashier', () => embeddedTill('alipay'))
paymentSuite('WeChat Pay, against the embedded cashier', () => embeddedTill('wechat'))

/** With a vendor's sandbox configured in the environment, the same cases run against the vendor. */
const fromEnvironment = (name: ProviderName): PaymentProvider | undefined => {
  const config = readConfig({ ...process.env, NODE_ENV: 'test', YUNJI_EMBEDDED: '1' })
  const { alipay, wechatPay } = config.providers.payments
  const outside = { clock: systemClock, returnOrigin: process.env.PAY_PUBLIC_URL ?? '' }
  const notifyUrl = `${outside.returnOrigin}${servedRoutes[`${name}Notice`].path}`
  if (name === 'alipay')
    return alipay.kind === 'alipay' ? createAlipay({ ...alipay, ...outside, notifyUrl }) : undefined
  const officialAppId = process.env.WECHAT_OFFICIAL_ID
  return wechatPay.kind === 'wechatPay'
    ? createWechatPay({ ...wechatPay, ...outside, notifyUrl, officialAppId })
    : undefined
}

const vendorTill = async (name: ProviderName): Promise<ProviderUnderTest | string> => {
  const provider = fromEnvironment(name)
  return provider ? { provider, close: async () => undefined } : 'no settings of a sandbox: see docs/commerce.md'
}

paymentSuite('Alipay, against its sandbox', () => vendorTill('alipay'))
paymentSuite('WeChat Pay, against the vendor', () => vendorTill('wechat'))
