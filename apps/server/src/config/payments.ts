import { z } from 'zod'
import { ConfigError } from './names.ts'

/** Settings of payment providers. */
export const paymentSettings = {
  /** Public address for providers and buyers: `https://yunji.example`. */
  PAY_PUBLIC_URL: z.url({ protocol: /^https$/, error: 'expected an address that begins with https://' }).optional(),
  ALIPAY_APP_ID: z.string().optional(),
  ALIPAY_SELLER_ID: z.string().optional(),
  ALIPAY_PRIVATE_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  ALIPAY_GATEWAY: z.url().default('https://openapi.alipay.com/gateway.do'),
  WECHAT_PAY_MCHID: z.string().optional(),
  WECHAT_PAY_SERIAL: z.string().optional(),
  WECHAT_PAY_PRIVATE_KEY: z.string().optional(),
  WECHAT_PAY_API_V3_KEY: z.string().length(32).optional(),
  /** WeChat Pay's platform key (or certificate) and its serial number. */
  WECHAT_PAY_PLATFORM_SERIAL: z.string().optional(),
  WECHAT_PAY_PLATFORM_KEY: z.string().optional(),
  WECHAT_PAY_ENDPOINT: z.url().default('https://api.mch.weixin.qq.com'),
}

const settings = z.object(paymentSettings)
type Settings = z.output<typeof settings>

const needed = (values: Settings, name: keyof Settings): string => {
  const value = values[name]
  if (!value) throw new ConfigError(`${name}: missing`)
  return value
}

/**
 * Providers that the settings name; the embedded cashier where none is named and stand-ins may run. Beside a real
 * provider the cashier never runs: a provider without settings is not offered then.
 */
export const readPayments = (values: Settings, mayStandIn: boolean) => {
  const isReal = values.ALIPAY_APP_ID !== undefined || values.WECHAT_PAY_MCHID !== undefined
  const unset = { kind: mayStandIn && !isReal ? 'embedded' : 'none' } as const
  return {
    alipay: values.ALIPAY_APP_ID ? alipayOf(values, values.ALIPAY_APP_ID) : unset,
    wechatPay: values.WECHAT_PAY_MCHID ? wechatPayOf(values, values.WECHAT_PAY_MCHID) : unset,
  }
}

export type PaymentsConfig = ReturnType<typeof readPayments>

const publicUrlOf = (values: Settings): string => needed(values, 'PAY_PUBLIC_URL').replace(/\/$/, '')

const alipayOf = (values: Settings, appId: string) => ({
  kind: 'alipay' as const,
  appId,
  sellerId: needed(values, 'ALIPAY_SELLER_ID'),
  privateKey: needed(values, 'ALIPAY_PRIVATE_KEY'),
  alipayPublicKey: needed(values, 'ALIPAY_PUBLIC_KEY'),
  gateway: values.ALIPAY_GATEWAY,
  publicUrl: publicUrlOf(values),
})

const wechatPayOf = (values: Settings, mchid: string) => ({
  kind: 'wechatPay' as const,
  mchid,
  serial: needed(values, 'WECHAT_PAY_SERIAL'),
  privateKey: needed(values, 'WECHAT_PAY_PRIVATE_KEY'),
  apiV3Key: needed(values, 'WECHAT_PAY_API_V3_KEY'),
  platformKeys: { [needed(values, 'WECHAT_PAY_PLATFORM_SERIAL')]: needed(values, 'WECHAT_PAY_PLATFORM_KEY') },
  baseUrl: values.WECHAT_PAY_ENDPOINT,
  publicUrl: publicUrlOf(values),
})
