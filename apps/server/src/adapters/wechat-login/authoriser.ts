import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { WechatApp } from './wechat.ts'

/** Demo user of the embedded authoriser. */
export interface DemoPerson {
  readonly key: string
  readonly name: string
}

export const demoPeople: readonly DemoPerson[] = [
  { key: 'xiaoyun', name: '小云' },
  { key: 'aming', name: '阿明' },
  { key: 'lin', name: '林小姐' },
]

export const findPerson = (key: unknown): DemoPerson | undefined => demoPeople.find((person) => person.key === key)

type Scope = 'snsapi_base' | 'snsapi_userinfo'

interface Granted {
  readonly person: string
  readonly scope: Scope
  /** Makes each code unique. */
  readonly nonce: string
}

export type AnswerFields = Record<string, string | number>

const CODE = 'demo-wechat-code'
const ACCESS = 'demo-wechat-access'
const CODE_LIFETIME_MS = 5 * MINUTE_MS
const ACCESS_LIFETIME_MS = 120 * MINUTE_MS
const KEPT_NONCES = 10_000

/** Error codes of WeChat. */
const refusal = {
  badCode: { errcode: 40029, errmsg: 'invalid code' },
  usedCode: { errcode: 40163, errmsg: 'code been used' },
  badApp: { errcode: 40125, errmsg: 'invalid appsecret' },
  badAccess: { errcode: 40001, errmsg: 'invalid credential' },
} as const

/** Mini-program code of the demo: `demo-xiaoyun-` and a unique suffix. */
const APPLET_CODE = /^demo-([a-z]+)-[A-Za-z0-9_-]{1,64}$/

interface AuthoriserOptions {
  readonly applet: WechatApp
  readonly officialAccount: WechatApp
  readonly signedTokens: SignedTokens
}

/** Embedded WeChat login: issues codes, each redeemable once. */
export const createAuthoriser = ({ applet, officialAccount, signedTokens }: AuthoriserOptions) => {
  const used = new Set<string>()
  const use = (nonce: string): boolean => {
    if (used.has(nonce)) return false
    used.add(nonce)
    const [oldest] = used
    if (used.size > KEPT_NONCES && oldest !== undefined) used.delete(oldest)
    return true
  }
  const isApp = (app: WechatApp, query: URLSearchParams): boolean =>
    query.get('appid') === app.id && query.get('secret') === app.secret
  const sessionOf = (app: WechatApp, person: string): AnswerFields => ({
    openid: `${app.id}-${person}`,
    unionid: `demo-${person}`,
  })

  const answers: Readonly<Record<string, (query: URLSearchParams) => AnswerFields>> = {
    '/sns/oauth2/access_token': (query) => {
      if (!isApp(officialAccount, query)) return refusal.badApp
      const granted = signedTokens.read<Granted>(CODE, query.get('code') ?? '')
      if (!granted) return refusal.badCode
      if (!use(granted.nonce)) return refusal.usedCode
      const access_token = signedTokens.sign(ACCESS, granted, ACCESS_LIFETIME_MS)
      return { access_token, expires_in: 7200, scope: granted.scope, ...sessionOf(officialAccount, granted.person) }
    },
    '/sns/userinfo': (query) => {
      const granted = signedTokens.read<Granted>(ACCESS, query.get('access_token') ?? '')
      const person = granted?.scope === 'snsapi_userinfo' ? findPerson(granted.person) : undefined
      if (!person) return refusal.badAccess
      return { ...sessionOf(officialAccount, person.key), nickname: person.name, headimgurl: '' }
    },
    '/sns/jscode2session': (query) => {
      if (!isApp(applet, query)) return refusal.badApp
      const code = query.get('js_code') ?? ''
      const person = findPerson(APPLET_CODE.exec(code)?.[1])
      if (!person) return refusal.badCode
      return use(code) ? { ...sessionOf(applet, person.key), session_key: 'demo' } : refusal.usedCode
    },
  }

  return {
    appId: officialAccount.id,
    issueCode: (person: DemoPerson, scope: Scope): string =>
      signedTokens.sign<Granted>(CODE, { person: person.key, scope, nonce: randomUUID() }, CODE_LIFETIME_MS),
    /** Response of WeChat's API; undefined for an unknown path. */
    answer: (path: string, query: URLSearchParams): AnswerFields | undefined => answers[path]?.(query),
  }
}

export type Authoriser = ReturnType<typeof createAuthoriser>
