import type { Logger } from 'pino'
import type { WechatIdentity, WechatLogin } from '../../platform/wechat-login.ts'

export interface WechatApp {
  readonly id: string
  readonly secret: string
}

interface WechatOptions {
  readonly endpoint: string
  readonly authorizeUrl: string
  /** Absent without a mini-program. */
  readonly applet?: WechatApp | undefined
  readonly officialAccount?: WechatApp | undefined
  readonly log: Logger
}

const TIMEOUT_MS = 10_000

interface Failure {
  readonly errcode?: number
  readonly errmsg?: string
}

interface Session extends Failure {
  readonly openid?: string
  readonly unionid?: string
}

interface Authorization extends Session {
  readonly access_token?: string
  readonly scope?: string
}

interface Profile extends Failure {
  readonly nickname?: string
}

/** WeChat answers 200 to everything; a refused code is an error code in the body. */
export const createWechatLogin = (options: WechatOptions): WechatLogin => {
  const { endpoint, authorizeUrl, applet, officialAccount, log } = options

  const callApi = async <Answer extends Failure>(
    path: string,
    query: Record<string, string>,
  ): Promise<Answer | null> => {
    const url = `${endpoint}${path}?${new URLSearchParams(query)}`
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const answer = (await response.json()) as Answer
    if (!answer.errcode) return answer
    log.info({ path, errcode: answer.errcode }, 'WeChat refused a login code')
    return null
  }
  const identityOf = ({ id }: WechatApp, session: Session | null, name = ''): WechatIdentity | null =>
    session?.openid ? { appId: id, openid: session.openid, unionid: session.unionid ?? null, name } : null

  const readName = async ({ access_token, openid = '', scope = '' }: Authorization): Promise<string> => {
    if (!access_token || !scope.includes('snsapi_userinfo')) return ''
    const profile = await callApi<Profile>('/sns/userinfo', { access_token, openid, lang: 'zh_CN' })
    return profile?.nickname ?? ''
  }

  return {
    officialAccount: officialAccount ? { appId: officialAccount.id, authorizeUrl } : null,

    async identifyByApplet(code) {
      if (!applet) return null
      const query = { appid: applet.id, secret: applet.secret, js_code: code, grant_type: 'authorization_code' }
      return identityOf(applet, await callApi<Session>('/sns/jscode2session', query))
    },

    async identifyByOfficialAccount(code, withProfile) {
      if (!officialAccount) return null
      const { id, secret } = officialAccount
      const query = { appid: id, secret, code, grant_type: 'authorization_code' }
      const authorization = await callApi<Authorization>('/sns/oauth2/access_token', query)
      const name = authorization && withProfile ? await readName(authorization) : ''
      return identityOf(officialAccount, authorization, name)
    },
  }
}
