import { authorizationUrlOf } from '@yunji/contract/accounts/session/login'
import type { PhoneToBind, WechatLoginResult } from '@yunji/contract/accounts/user/schema'
import type { Envelope } from '@yunji/contract/wire/call'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { users, wechatAccounts } from '../../../tables/identity.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const APPLET = '/vmcloud/api/user/wxAppletsLogin'
const OFFICIAL = '/vmcloud/api/user/wxOfficialAccountLogin'
const OFFICIAL_PRO = '/vmcloud/api/user/wxOfficialAccountLoginPro'
const BIND = '/vmcloud/api/user/bindWechatPhone'
const WECHAT_LOGIN = '/vmcloud/api/user/getWechatLogin'
const HOST = 'yunji.example'
const BACK = `http://${HOST}/pages/auth/wechatAuth`

let count = 0
const server = await useServer({ allowedHosts: [HOST] })
const people = createPeople(server, 13_900_007_000)

interface Authorization {
  readonly person?: string
  readonly scope?: 'snsapi_base' | 'snsapi_userinfo'
  readonly choice?: 'allow' | 'deny'
  readonly redirectUri?: string
}

/** Follows the redirects of a browser and returns the parameters of the callback. */
const authorise = async ({
  person = 'xiaoyun',
  scope = 'snsapi_base',
  choice,
  redirectUri = BACK,
}: Authorization = {}) => {
  const { officialAccount } = (await server.get(WECHAT_LOGIN)).data as {
    officialAccount: { authorizeUrl: string; appId: string }
  }
  const url = authorizationUrlOf({ ...officialAccount, redirectUri, scope, state: 's1' }).replace(/#.*$/, '')
  const response = await server.app.inject({
    url: `${url}&person=${person}${choice ? `&choice=${choice}` : ''}`,
    headers: { host: HOST },
  })
  const { location } = response.headers
  const back = location === undefined ? undefined : new URL(String(location))
  return { response, back, code: back?.searchParams.get('code') ?? '' }
}
const official = async (asked: Authorization = {}) =>
  server.post(OFFICIAL, { jsCode: (await authorise(asked)).code, loginType: 2 })
const applet = (person = 'xiaoyun') => server.post(APPLET, { jsCode: `demo-${person}-${++count}` })
const forgetEverybody = () => server.database.db.delete(wechatAccounts)

const bind = async (answer: Envelope, mobilePhone = people.newPhone()) => {
  const { bindTicket } = answer.data as PhoneToBind
  const code = await people.codeFor(mobilePhone, 'bindPhone')
  return { mobilePhone, answer: await server.post(BIND, { bindTicket, mobilePhone, code }) }
}

describe('the way through WeChat', () => {
  it('is silent for snsapi_base: a code and the state come back at once', async () => {
    const { response, back } = await authorise()
    expect(response.statusCode).toBe(302)
    expect(back?.pathname).toBe('/pages/auth/wechatAuth')
    expect(back?.searchParams.get('state')).toBe('s1')
    expect(back?.searchParams.get('code')).not.toBe('')
  })

  it('asks for snsapi_userinfo, and comes back without a code when refused', async () => {
    const asked = await authorise({ scope: 'snsapi_userinfo' })
    expect(asked.response.statusCode).toBe(200)
    expect(asked.response.body).toContain('允许')
    const denied = await authorise({ scope: 'snsapi_userinfo', choice: 'deny' })
    expect([denied.back?.searchParams.get('code'), denied.back?.searchParams.get('state')]).toEqual([null, 's1'])
    expect((await authorise({ scope: 'snsapi_userinfo', choice: 'allow' })).code).not.toBe('')
  })

  it.each([
    'https://evil.example/pages/auth/wechatAuth',
    'javascript:alert(1)',
    '//evil.example',
    'http://yunji.example@evil.example/',
    '',
  ])('sends no code to %j', async (redirectUri) => {
    const { response } = await authorise({ redirectUri })
    expect(response.headers.location).toBeUndefined()
    expect(response.json()).toMatchObject({ code: 1080 })
  })
})

describe('login by WeChat', () => {
  it('answers 1000 with a ticket the first time; a phone makes it an account', async () => {
    await forgetEverybody()
    const first = await official()
    expect(first).toMatchObject({
      code: 1000,
      data: { bindTicket: expect.any(String), openid: 'demo-official-xiaoyun' },
    })
    const { mobilePhone, answer } = await bind(first)
    expect(answer.data).toEqual({
      token: expect.any(String),
      userId: expect.any(Number),
      showModifyPassword: 1,
      deviceToken: expect.any(String),
      openid: 'demo-official-xiaoyun',
    })
    const { userId } = answer.data as WechatLoginResult
    expect((await official()).data).toMatchObject({ userId, openid: 'demo-official-xiaoyun' })
    server.clock.advance(MINUTE_MS)
    expect((await people.logInBySms(mobilePhone)).userId).toBe(userId)
  })

  it('knows somebody of one of our apps in the other', async () => {
    await forgetEverybody()
    const { answer } = await bind(await applet())
    const { userId } = answer.data as WechatLoginResult
    expect((await applet()).data).toMatchObject({ userId, openid: 'demo-applet-xiaoyun' })
    expect((await official()).data).toMatchObject({ userId, openid: 'demo-official-xiaoyun' })
    expect((await official({ person: 'aming' })).code).toBe(1000)
  })

  it('binds to the account that the phone already has', async () => {
    await forgetEverybody()
    const member = await people.member()
    const { answer } = await bind(await applet(), member.mobilePhone)
    expect(answer.data).toMatchObject({ userId: member.userId, showModifyPassword: 0 })
  })

  it('answers 1001 when that account belongs to somebody else there', async () => {
    await forgetEverybody()
    const { mobilePhone } = await bind(await applet())
    server.clock.advance(MINUTE_MS)
    const { answer } = await bind(await applet('aming'), mobilePhone)
    expect(answer).toMatchObject({ code: 1001, msg: '该手机号已绑定其他微信' })
  })

  it('takes name and phone in one call of the variant, once the user has allowed it', async () => {
    await forgetEverybody()
    const mobilePhone = people.newPhone()
    const code = await people.codeFor(mobilePhone, 'bindPhone')
    const { code: jsCode } = await authorise({ scope: 'snsapi_userinfo', choice: 'allow' })
    const { data } = await server.post(OFFICIAL_PRO, { jsCode, loginType: 2, mobilePhone, code })
    const { token } = data as WechatLoginResult
    expect((await server.get('/vmcloud/api/user/getUserInfo', { token })).data).toMatchObject({
      name: '小云',
      mobilePhone,
    })
  })

  it('takes each code once, and none that it has not given', async () => {
    await forgetEverybody()
    const { code } = await authorise()
    const logIn = (jsCode: string) => server.post(OFFICIAL, { jsCode, loginType: 2 })
    expect((await logIn(code)).code).toBe(1000)
    expect(await logIn(code)).toMatchObject({ code: 1004, data: null })
    expect((await logIn('made-up')).code).toBe(1004)
    const { code: old } = await authorise()
    server.clock.advance(5 * MINUTE_MS)
    expect((await logIn(old)).code).toBe(1004)
    const jsCode = 'demo-xiaoyun-once'
    expect((await server.post(APPLET, { jsCode })).code).toBe(1000)
    expect((await server.post(APPLET, { jsCode })).code).toBe(1004)
  })

  it('refuses a wrong code by SMS, and a ticket that is forged or old', async () => {
    await forgetEverybody()
    const { bindTicket } = (await applet()).data as PhoneToBind
    const mobilePhone = people.newPhone()
    const asked = (body: object) => server.post(BIND, { bindTicket, mobilePhone, code: '000000', ...body })
    expect((await asked({})).code).toBe(1006)
    expect((await asked({ bindTicket: `${bindTicket}x` })).code).toBe(1004)
    server.clock.advance(10 * MINUTE_MS)
    expect((await asked({ code: await people.codeFor(mobilePhone, 'bindPhone') })).code).toBe(1004)
  })

  it('answers 1057 to a frozen account', async () => {
    await forgetEverybody()
    const { answer } = await bind(await applet())
    const { userId } = answer.data as WechatLoginResult
    await server.database.db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, userId))
    expect((await applet()).code).toBe(1057)
  })
})
