import type { Clock } from '../../platform/clock.ts'
import { SubscriptionBusy } from '../../platform/subscription-messages.ts'
import type { WechatApp } from '../wechat-login/wechat.ts'

const TIMEOUT_MS = 10_000
/** Refreshed this long before expiry, so that none expires in flight. */
const MARGIN_MS = 5 * 60_000

interface Token {
  readonly text: string
  readonly endsAtMs: number
}

interface TokenAnswer {
  readonly access_token?: string
  readonly expires_in?: number
  readonly errcode?: number
  readonly errmsg?: string
}

interface TokenOptions {
  readonly endpoint: string
  readonly app: WechatApp
  readonly clock: Clock
}

/**
 * Access token of WeChat's server API. The stable kind: another process gets the same token and does not invalidate
 * this one.
 */
export const createAccessToken = ({ endpoint, app, clock }: TokenOptions) => {
  let cached: Promise<Token> | undefined

  const fetchToken = async (): Promise<Token> => {
    const response = await fetch(`${endpoint}/cgi-bin/stable_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credential', appid: app.id, secret: app.secret }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { access_token, expires_in = 0, errcode, errmsg } = (await response.json()) as TokenAnswer
    if (!access_token) throw new SubscriptionBusy(`no access token: ${errcode} ${errmsg}`)
    return { text: access_token, endsAtMs: clock.now().getTime() + expires_in * 1000 - MARGIN_MS }
  }

  return {
    async get(): Promise<string> {
      const known = await cached?.catch(() => undefined)
      if (known && known.endsAtMs > clock.now().getTime()) return known.text
      cached = fetchToken()
      return (await cached).text
    },
    /** Called when WeChat rejects the token. */
    forget(): void {
      cached = undefined
    },
  }
}
