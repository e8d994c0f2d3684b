import { MessageType } from '@yunji/contract/messages/rules'
import { z } from 'zod'
import { ConfigError } from './names.ts'
import { paymentSettings, readPayments } from './payments.ts'

/** Settings of SMS, WeChat, card reading and payment providers. */
export const providerSettings = {
  SMS_PROVIDER: z.enum(['tencent', 'alibaba']).optional(),
  TENCENT_SECRET_ID: z.string().optional(),
  TENCENT_SECRET_KEY: z.string().optional(),
  TENCENT_SMS_ENDPOINT: z.url().default('https://sms.tencentcloudapi.com'),
  TENCENT_SMS_APP_ID: z.string().optional(),
  TENCENT_SMS_SIGN: z.string().optional(),
  TENCENT_SMS_TEMPLATE: z.string().optional(),
  TENCENT_SMS_NOTICE_TEMPLATE: z.string().optional(),
  TENCENT_OCR_ENDPOINT: z.url().default('https://ocr.tencentcloudapi.com'),
  ID_CARD_READER: z.enum(['tencent']).optional(),
  ALIBABA_ACCESS_KEY_ID: z.string().optional(),
  ALIBABA_ACCESS_KEY_SECRET: z.string().optional(),
  ALIBABA_SMS_ENDPOINT: z.url().default('https://dysmsapi.aliyuncs.com'),
  ALIBABA_SMS_SIGN: z.string().optional(),
  ALIBABA_SMS_TEMPLATE: z.string().optional(),
  ALIBABA_SMS_NOTICE_TEMPLATE: z.string().optional(),
  WECHAT_ENDPOINT: z.url().default('https://api.weixin.qq.com'),
  WECHAT_AUTHORIZE_URL: z.url().default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  WECHAT_APPLET_ID: z.string().optional(),
  WECHAT_APPLET_SECRET: z.string().optional(),
  WECHAT_TEMPLATE_NOTICE: z.string().optional(),
  WECHAT_TEMPLATE_RENEWAL: z.string().optional(),
  WECHAT_TEMPLATE_TRANSFER: z.string().optional(),
  WECHAT_TEMPLATE_CREATION: z.string().optional(),
  WECHAT_TEMPLATE_SYSTEM: z.string().optional(),
  WECHAT_OFFICIAL_ID: z.string().optional(),
  WECHAT_OFFICIAL_SECRET: z.string().optional(),
  ...paymentSettings,
}

const settings = z.object(providerSettings)
type Settings = z.output<typeof settings>
type SettingName = keyof Settings

/** Settings that override a provider's endpoint. */
export const endpointSettings = [
  'TENCENT_SMS_ENDPOINT',
  'TENCENT_OCR_ENDPOINT',
  'ALIBABA_SMS_ENDPOINT',
  'WECHAT_ENDPOINT',
  'WECHAT_AUTHORIZE_URL',
  'ALIPAY_GATEWAY',
  'WECHAT_PAY_ENDPOINT',
] as const satisfies readonly SettingName[]

/** The setting that names a provider, and the prefixes of those that require it. */
const PROVIDERS = [
  ['ALIPAY_APP_ID', /^ALIPAY_/],
  ['WECHAT_PAY_MCHID', /^WECHAT_PAY_/],
  ['WECHAT_APPLET_ID', /^WECHAT_(APPLET|TEMPLATE)_/],
  ['WECHAT_OFFICIAL_ID', /^WECHAT_OFFICIAL_/],
  ['SMS_PROVIDER', /^(TENCENT|ALIBABA)_SMS_|^ALIBABA_ACCESS_/],
  ['ID_CARD_READER', /^TENCENT_OCR_/],
] as const satisfies readonly (readonly [SettingName, RegExp])[]

/** Real providers by the settings that name them. Settings without the one that names their provider are refused. */
export const realProvidersOf = (values: Settings) => {
  const isSet = (name: string): boolean =>
    values[name as SettingName] !== undefined && !endpointSettings.some((endpoint) => endpoint === name)
  for (const [name, itsOwn] of PROVIDERS) {
    const orphan = Object.keys(providerSettings).find((each) => itsOwn.test(each) && isSet(each))
    if (orphan && !isSet(name)) throw new ConfigError(`${name}: missing, though ${orphan} is set`)
  }
  if (
    (isSet('TENCENT_SECRET_ID') || isSet('TENCENT_SECRET_KEY')) &&
    !isSet('SMS_PROVIDER') &&
    !isSet('ID_CARD_READER')
  ) {
    throw new ConfigError('SMS_PROVIDER or ID_CARD_READER: missing, though TENCENT_SECRET_… is set')
  }
  const realProviders = PROVIDERS.flatMap(([name]) => (isSet(name) ? [name] : []))
  return { realProviders, hasRealPayments: isSet('ALIPAY_APP_ID') || isSet('WECHAT_PAY_MCHID') }
}

/** The provider that the setting names; else the embedded one; `none` where stand-ins may not run. */
export const readProviders = (values: Settings, mayStandIn: boolean) => {
  const unset = { kind: mayStandIn ? 'embedded' : 'none' } as const
  return {
    sms: values.SMS_PROVIDER ? smsProviders[values.SMS_PROVIDER](values) : unset,
    wechat: readWechat(values) ?? unset,
    idCardReader: values.ID_CARD_READER
      ? ({ kind: 'tencent', endpoint: values.TENCENT_OCR_ENDPOINT, credentials: tencentCredentials(values) } as const)
      : unset,
    payments: readPayments(values, mayStandIn),
  }
}

export type ProvidersConfig = ReturnType<typeof readProviders>

const needed = (values: Settings, name: SettingName): string => {
  const value = values[name]
  if (!value) throw new ConfigError(`${name}: missing`)
  return value
}

const tencentCredentials = (values: Settings) => ({
  id: needed(values, 'TENCENT_SECRET_ID'),
  key: needed(values, 'TENCENT_SECRET_KEY'),
})

const smsProviders = {
  tencent: (values: Settings) => ({
    kind: 'tencent' as const,
    endpoint: values.TENCENT_SMS_ENDPOINT,
    credentials: tencentCredentials(values),
    appId: needed(values, 'TENCENT_SMS_APP_ID'),
    signName: needed(values, 'TENCENT_SMS_SIGN'),
    templateId: needed(values, 'TENCENT_SMS_TEMPLATE'),
    noticeTemplateId: values.TENCENT_SMS_NOTICE_TEMPLATE || undefined,
  }),
  alibaba: (values: Settings) => ({
    kind: 'alibaba' as const,
    endpoint: values.ALIBABA_SMS_ENDPOINT,
    accessKey: { id: needed(values, 'ALIBABA_ACCESS_KEY_ID'), secret: needed(values, 'ALIBABA_ACCESS_KEY_SECRET') },
    signName: needed(values, 'ALIBABA_SMS_SIGN'),
    templateCode: needed(values, 'ALIBABA_SMS_TEMPLATE'),
    noticeTemplateCode: values.ALIBABA_SMS_NOTICE_TEMPLATE || undefined,
  }),
}

const readWechat = (values: Settings) => {
  const applet = values.WECHAT_APPLET_ID
    ? { id: values.WECHAT_APPLET_ID, secret: needed(values, 'WECHAT_APPLET_SECRET') }
    : undefined
  const officialAccount = values.WECHAT_OFFICIAL_ID
    ? { id: values.WECHAT_OFFICIAL_ID, secret: needed(values, 'WECHAT_OFFICIAL_SECRET') }
    : undefined
  if (!applet && !officialAccount) return undefined
  const { WECHAT_ENDPOINT: endpoint, WECHAT_AUTHORIZE_URL: authorizeUrl } = values
  const templates = readTemplates(values)
  if (templates.length > 0 && !applet) throw new ConfigError('WECHAT_APPLET_ID: missing')
  return { kind: 'wechat' as const, endpoint, authorizeUrl, applet, officialAccount, templates }
}

const templateSettings = [
  ['WECHAT_TEMPLATE_NOTICE', MessageType.notice],
  ['WECHAT_TEMPLATE_RENEWAL', MessageType.renewalReminder],
  ['WECHAT_TEMPLATE_TRANSFER', MessageType.deviceTransfer],
  ['WECHAT_TEMPLATE_CREATION', MessageType.deviceCreation],
  ['WECHAT_TEMPLATE_SYSTEM', MessageType.system],
] as const

/** `<template id>:<keyword of the title>,<of the summary>,<of the time>`; WeChat numbers keywords itself. */
const TEMPLATE = /^([\w-]+):(\w+),(\w+),(\w+)$/

const readTemplates = (values: Settings) =>
  templateSettings.flatMap(([name, messageType]) => {
    const text = values[name]
    if (!text) return []
    const [, templateId = '', title = '', summary = '', time = ''] = TEMPLATE.exec(text) ?? []
    if (!templateId) throw new ConfigError(`${name}: expected <template id>:<title>,<summary>,<time>`)
    return [{ messageType, templateId, keywords: [title, summary, time] as const }]
  })
