import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/yunji',
  YUNJI_SIGNING_KEY: 'a signing key of production, long enough',
}
const tencent = {
  SMS_PROVIDER: 'tencent',
  TENCENT_SECRET_ID: 'id',
  TENCENT_SECRET_KEY: 'key',
  TENCENT_SMS_APP_ID: '1400',
  TENCENT_SMS_SIGN: '云机',
  TENCENT_SMS_TEMPLATE: '7',
}
const kinds = (env: Record<string, string>) => {
  const { sms, wechat, idCardReader } = readConfig(env).providers
  return [sms.kind, wechat.kind, idCardReader.kind]
}

describe('those outside', () => {
  it('are embedded without anything set', () => expect(kinds({})).toEqual(['embedded', 'embedded', 'embedded']))

  it('are never embedded in production unless it is meant', () => {
    expect(kinds(production)).toEqual(['none', 'none', 'none'])
    expect(kinds({ ...production, YUNJI_EMBEDDED: '1' })).toEqual(['embedded', 'embedded', 'embedded'])
  })

  it('are the real ones that are named', () => {
    const wechat = { WECHAT_APPLET_ID: 'wx1', WECHAT_APPLET_SECRET: 's' }
    const all = { ...production, ...tencent, ...wechat, ID_CARD_READER: 'tencent' }
    expect(kinds(all)).toEqual(['tencent', 'wechat', 'tencent'])
    const alibaba = { ALIBABA_ACCESS_KEY_ID: 'a', ALIBABA_ACCESS_KEY_SECRET: 'b', ALIBABA_SMS_SIGN: 'c' }
    const env = { ...production, SMS_PROVIDER: 'alibaba', ...alibaba, ALIBABA_SMS_TEMPLATE: 'd' }
    expect(readConfig(env).providers.sms).toMatchObject({ kind: 'alibaba', accessKey: { id: 'a', secret: 'b' } })
  })

  it('bring subscription messages with the templates that are named', () => {
    const applet = { WECHAT_APPLET_ID: 'wx1', WECHAT_APPLET_SECRET: 's' }
    const env = { ...production, ...applet, WECHAT_TEMPLATE_RENEWAL: 'ab-1:thing1,thing5,time3' }
    const { wechat } = readConfig(env).providers
    expect(wechat).toMatchObject({
      templates: [{ messageType: 2, templateId: 'ab-1', keywords: ['thing1', 'thing5', 'time3'] }],
    })
  })

  it.each([
    [{ WECHAT_APPLET_ID: 'wx1', WECHAT_APPLET_SECRET: 's', WECHAT_TEMPLATE_NOTICE: 'ab-1' }, 'WECHAT_TEMPLATE_NOTICE'],
    [{ WECHAT_OFFICIAL_ID: 'wx2', WECHAT_OFFICIAL_SECRET: 's', WECHAT_TEMPLATE_NOTICE: 'a:b,c,d' }, 'WECHAT_APPLET_ID'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ ...tencent, TENCENT_SMS_SIGN: '' }, 'TENCENT_SMS_SIGN'],
    [{ WECHAT_OFFICIAL_ID: 'wx2' }, 'WECHAT_OFFICIAL_SECRET'],
    [{ ID_CARD_READER: 'tencent' }, 'TENCENT_SECRET_ID'],
    [{ YUNJI_OPERATOR_TOKEN: 'short' }, 'YUNJI_OPERATOR_TOKEN'],
    [{ ALIPAY_PRIVATE_KEY: 'k' }, 'ALIPAY_APP_ID'],
    [{ WECHAT_PAY_SERIAL: '7' }, 'WECHAT_PAY_MCHID'],
    [{ WECHAT_APPLET_SECRET: 's' }, 'WECHAT_APPLET_ID'],
    [{ TENCENT_SMS_SIGN: '云机' }, 'SMS_PROVIDER'],
    [{ TENCENT_SECRET_KEY: 'k' }, 'SMS_PROVIDER'],
    [{ ALIPAY_APP_ID: '2021', ALIPAY_SELLER_ID: '2088' }, 'ALIPAY_PRIVATE_KEY'],
  ])('are refused by name when half set: %j', (env, name) => {
    expect(() => readConfig({ ...production, ...env })).toThrow(name)
    expect(() => readConfig({ ...env, YUNJI_EMBEDDED: '1' })).toThrow(name)
  })
})
