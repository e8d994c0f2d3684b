import { randomBytes } from 'node:crypto'
import { MessageType } from '@yunji/contract/messages/rules'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createTencentIdCardReader, unreadableCards } from '../adapters/id-card-reader/tencent.ts'
import { createAlibabaSms } from '../adapters/sms/alibaba.ts'
import { createSmsInbox, EMBEDDED_NOTICE, type SmsInbox } from '../adapters/sms/inbox.ts'
import { addInboxPage } from '../adapters/sms/inbox-page.ts'
import { createTencentSms } from '../adapters/sms/tencent.ts'
import { createSubscriptionInbox, type SubscriptionInbox } from '../adapters/subscription-messages/embedded.ts'
import { createWechatSubscriptions } from '../adapters/subscription-messages/wechat.ts'
import { startEmbeddedTencent } from '../adapters/tencent-cloud/embedded.ts'
import { createAuthoriser } from '../adapters/wechat-login/authoriser.ts'
import { addAuthorizePage } from '../adapters/wechat-login/authorize-page.ts'
import { startEmbeddedWechat } from '../adapters/wechat-login/embedded.ts'
import { createWechatLogin } from '../adapters/wechat-login/wechat.ts'
import type { ProvidersConfig } from '../config/providers.ts'
import type { Clock } from '../platform/clock.ts'
import type { IdCardReader } from '../platform/id-card-reader.ts'
import { createSignedTokens } from '../platform/signed-tokens.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import { SmsRefused, type SmsSender } from '../platform/sms.ts'
import { type SubscriptionMessages, SubscriptionRefused } from '../platform/subscription-messages.ts'
import type { WechatLogin } from '../platform/wechat-login.ts'
import type { Closable } from '../shutdown.ts'
import { type ConnectedPayments, connectPayments } from './connect-payments.ts'

interface ProviderConnectionDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly signingKeys: SigningKeys
  readonly dataDir: string
}

interface Connected<Port> {
  readonly port: Port
  readonly parts: readonly Closable[]
  /** Pages of an embedded provider. */
  addPages?(app: FastifyInstance): void
}

export interface ConnectedProviders {
  readonly sms: SmsSender
  readonly wechatLogin: WechatLogin
  readonly subscriptions: SubscriptionMessages
  readonly idCardReader: IdCardReader
  readonly payments: ConnectedPayments
  /** Kinds of the configuration, for the set-up checklist. */
  readonly kinds: Readonly<Record<'sms' | 'alipay' | 'wechatPay', string>>
  /** Only with the embedded provider. */
  readonly inbox: SmsInbox | undefined
  readonly subscriptionInbox: SubscriptionInbox | undefined
  addPages(app: FastifyInstance): void
  readonly parts: readonly Closable[]
}

/** Providers of the configuration, or their stand-ins. */
export const connectProviders = async (
  config: ProvidersConfig,
  deps: ProviderConnectionDeps,
): Promise<ConnectedProviders> => {
  const inbox = config.sms.kind === 'embedded' ? createSmsInbox(deps.clock) : undefined
  const sms = await connectSms(config.sms, deps, inbox)
  const wechat = await connectWechat(config.wechat, deps)
  const idCardReader = await connectIdCardReader(config.idCardReader, deps)
  const payments = await connectPayments(config.payments, { ...deps, ...wechat.port.apps })
  const all = [sms, wechat, idCardReader, payments]
  return {
    sms: sms.port,
    wechatLogin: wechat.port.login,
    subscriptions: wechat.port.subscriptions,
    idCardReader: idCardReader.port,
    payments,
    kinds: {
      sms: config.sms.kind,
      alipay: config.payments.alipay.kind,
      wechatPay: config.payments.wechatPay.kind,
    },
    inbox,
    subscriptionInbox: wechat.port.inbox,
    addPages: (app) => {
      for (const each of all) each.addPages?.(app)
      if (inbox) addInboxPage(app, inbox, wechat.port.inbox)
    },
    parts: all.flatMap((each) => each.parts),
  }
}

const newSecret = (): string => randomBytes(16).toString('hex')

const connectSms = async (
  config: ProvidersConfig['sms'],
  { clock, log }: ProviderConnectionDeps,
  inbox: SmsInbox | undefined,
): Promise<Connected<SmsSender>> => {
  if (config.kind === 'tencent') return { port: createTencentSms({ ...config, clock }), parts: [] }
  if (config.kind === 'alibaba') return { port: createAlibabaSms({ ...config, clock }), parts: [] }
  if (!inbox) {
    log.warn('SMS_PROVIDER not set: no SMS codes can be sent')
    const refuse = () => Promise.reject(new SmsRefused('no SMS_PROVIDER'))
    return { port: { send: refuse, canNotify: false, notify: refuse }, parts: [] }
  }
  const credentials = { id: 'embedded', key: newSecret() }
  const server = await startEmbeddedTencent({ credentials, clock, service: 'sms', actions: inbox.actions })
  const options = { appId: 'embedded', signName: '云机', templateId: 'embedded', noticeTemplateId: EMBEDDED_NOTICE }
  return {
    port: createTencentSms({ ...options, credentials, clock, endpoint: server.url }),
    parts: [{ name: 'embedded SMS', close: server.close }],
  }
}

interface Wechat {
  readonly login: WechatLogin
  readonly subscriptions: SubscriptionMessages
  /** Only with the embedded provider. */
  readonly inbox?: SubscriptionInbox
  /** App ids in WeChat. */
  readonly apps: { readonly officialAppId: string | undefined; readonly appletAppId: string | undefined }
}

const noSubscriptions: SubscriptionMessages = {
  appId: null,
  templates: [],
  send: () => Promise.reject(new SubscriptionRefused('no mini-program')),
}

const connectWechat = async (
  config: ProvidersConfig['wechat'],
  { clock, log, signingKeys }: ProviderConnectionDeps,
): Promise<Connected<Wechat>> => {
  if (config.kind !== 'embedded') {
    const known = config.kind === 'wechat' ? config : { endpoint: '', authorizeUrl: '', templates: [] }
    const { applet: app, ...wechat } = { applet: undefined, ...known }
    const subscriptions = app ? createWechatSubscriptions({ ...wechat, app, clock }) : noSubscriptions
    const officialAppId = 'officialAccount' in known ? known.officialAccount?.id : undefined
    const apps = { officialAppId, appletAppId: app?.id }
    return { port: { login: createWechatLogin({ ...wechat, applet: app, log }), subscriptions, apps }, parts: [] }
  }
  const applet = { id: 'demo-applet', secret: newSecret() }
  const officialAccount = { id: 'demo-official', secret: newSecret() }
  const signedTokens = createSignedTokens(signingKeys, clock)
  const authoriser = createAuthoriser({ applet, officialAccount, signedTokens })
  const inbox = createSubscriptionInbox(applet, signedTokens)
  const { url: endpoint, close } = await startEmbeddedWechat(authoriser, inbox)
  const authorizeUrl = sideRoutes.demoAuthorize.path
  const login = createWechatLogin({ endpoint, authorizeUrl, applet, officialAccount, log })
  const subscriptions = createWechatSubscriptions({ endpoint, app: applet, templates: embeddedTemplates, clock })
  return {
    port: { login, subscriptions, inbox, apps: { officialAppId: officialAccount.id, appletAppId: applet.id } },
    parts: [{ name: 'embedded WeChat', close }],
    addPages: (app) => addAuthorizePage(app, authoriser),
  }
}

const embeddedTemplates = Object.values(MessageType).map((messageType) => ({
  messageType,
  templateId: `demo-template-${messageType}`,
  keywords: ['thing1', 'thing2', 'time3'] as const,
}))

const connectIdCardReader = async (
  config: ProvidersConfig['idCardReader'],
  { clock, log }: ProviderConnectionDeps,
): Promise<Connected<IdCardReader>> => {
  if (config.kind === 'tencent') return { port: createTencentIdCardReader({ ...config, clock, log }), parts: [] }
  if (config.kind === 'none') return { port: { read: async () => null }, parts: [] }
  const credentials = { id: 'embedded', key: newSecret() }
  const server = await startEmbeddedTencent({ credentials, clock, service: 'ocr', actions: unreadableCards })
  return {
    port: createTencentIdCardReader({ credentials, clock, log, endpoint: server.url }),
    parts: [{ name: 'embedded card reader', close: server.close }],
  }
}
