import { MINUTE_MS } from '../../platform/clock.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { AnswerFields } from '../wechat-login/authoriser.ts'
import type { WechatService } from '../wechat-login/embedded.ts'
import type { WechatApp } from '../wechat-login/wechat.ts'

export interface SentSubscriptionMessage {
  readonly openid: string
  readonly templateId: string
  readonly page: string
  /** Keyword values in template order. */
  readonly lines: readonly string[]
}

export interface SubscriptionInbox extends WechatService {
  /** Newest first. */
  list(): readonly SentSubscriptionMessage[]
}

const ACCESS = 'demo-wechat-server'
const ACCESS_SECONDS = 7200
const KEPT = 200
/** User who has never subscribed, to show the refusal in the demo. */
export const REFUSING_OPENID = 'demo-applet-refuses'

interface Credentials {
  readonly appid?: string
  readonly secret?: string
}

interface Sent {
  readonly touser?: string
  readonly template_id?: string
  readonly page?: string
  readonly data?: Readonly<Record<string, { readonly value: string }>>
}

/** Subscription messages of the embedded WeChat API, stored instead of delivered. */
export const createSubscriptionInbox = (app: WechatApp, signedTokens: SignedTokens): SubscriptionInbox => {
  const brought: SentSubscriptionMessage[] = []

  const issueToken = ({ appid, secret }: Credentials): AnswerFields => {
    if (appid !== app.id || secret !== app.secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    const access_token = signedTokens.sign(ACCESS, { appid }, ACCESS_SECONDS * (MINUTE_MS / 60))
    return { access_token, expires_in: ACCESS_SECONDS }
  }
  const take = (token: string, { touser = '', template_id = '', page = '', data = {} }: Sent): AnswerFields => {
    if (!signedTokens.read(ACCESS, token)) return { errcode: 40001, errmsg: 'invalid credential' }
    if (touser === REFUSING_OPENID) return { errcode: 43101, errmsg: 'user refuse to accept the msg' }
    if (!template_id) return { errcode: 40037, errmsg: 'invalid template_id' }
    const lines = Object.values(data).map(({ value }) => value)
    brought.unshift({ openid: touser, templateId: template_id, page, lines })
    brought.splice(KEPT)
    return { errcode: 0, errmsg: 'ok' }
  }

  return {
    list: () => brought,
    answer: (path, query, body) => {
      if (path === '/cgi-bin/stable_token') return issueToken(body as Credentials)
      if (path === '/cgi-bin/message/subscribe/send') return take(query.get('access_token') ?? '', body as Sent)
      return undefined
    },
  }
}
