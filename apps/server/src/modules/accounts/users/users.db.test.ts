import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { users } from '../../../tables/identity.ts'
import { useServer } from '../../../testing/use-server.ts'

const LOGIN = '/vmcloud/api/user/login'
const USER_INFO = '/vmcloud/api/user/getUserInfo'
const LOGOUT = '/vmcloud/api/user/logoutUser'
const PASSWORD = 'yunji2026'

const server = await useServer()
let nextPhone = 13_900_001_000

const newUser = async (password: string | null = PASSWORD) => {
  const mobilePhone = String(nextPhone++)
  return { mobilePhone, userId: await server.addUser(mobilePhone, password, '小云') }
}
const HOME = '203.0.113.7'
const logIn = (mobilePhone: string, password: string, address = HOME) =>
  server.post(LOGIN, { mobilePhone, password }, { address })
const tokenOf = async (mobilePhone: string) =>
  ((await server.post(LOGIN, { mobilePhone, password: PASSWORD })).data as { token: string }).token

describe('login by password', () => {
  it('gives token, userId and the first-password flag', async () => {
    const { mobilePhone, userId } = await newUser()
    const answer = await logIn(mobilePhone, PASSWORD)
    expect(answer).toMatchObject({ code: 200, msg: '成功', ts: server.clock.now().getTime() })
    const random = expect.stringMatching(/^[\w-]{43}$/)
    expect(answer.data).toEqual({ token: random, userId, showModifyPassword: 0, deviceToken: random })
  })

  it('gives a new token each time', async () => {
    const { mobilePhone } = await newUser()
    expect(await tokenOf(mobilePhone)).not.toBe(await tokenOf(mobilePhone))
  })

  it.each([{}, { mobilePhone: '13800138000' }, { password: 'abc123' }, { mobilePhone: '', password: '' }])(
    'answers 1003 to %j',
    async (body) => expect(await server.post(LOGIN, body)).toMatchObject({ code: 1003, data: null }),
  )

  it('answers wrong password, unknown number, malformed number and missing password alike', async () => {
    const { mobilePhone } = await newUser()
    const { mobilePhone: withoutPassword } = await newUser(null)
    for (const [phone, password] of [
      [mobilePhone, 'wrong111'],
      ['13999999999', 'wrong111'],
      ['999', 'wrong111'],
      [withoutPassword, PASSWORD],
    ] as const) {
      expect(await logIn(phone, password)).toMatchObject({ code: 1010, msg: '手机号或密码不正确', data: null })
    }
  })

  it('locks a number for 15 minutes after five wrong passwords from one origin, known or not', async () => {
    const { mobilePhone } = await newUser()
    for (const phone of [mobilePhone, '13911112222']) {
      for (let attempt = 1; attempt <= 5; attempt++) expect((await logIn(phone, 'wrong111')).code).toBe(1010)
      expect(await logIn(phone, PASSWORD)).toMatchObject({ code: 1080, msg: expect.stringContaining('15 分钟') })
    }
    server.clock.advance(15 * MINUTE_MS - 1)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(1080)
    expect((await logIn(mobilePhone, PASSWORD, '203.0.113.8')).code).toBe(200)
    server.clock.advance(1)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(200)
  })

  it('counts guesses that come all at once', async () => {
    const { mobilePhone } = await newUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(mobilePhone, 'wrong111')))
    expect(answers.filter((answer) => answer.code === 1010)).toHaveLength(5)
    expect(answers.filter((answer) => answer.code === 1080)).toHaveLength(15)
  })

  it('starts counting anew after a right password', async () => {
    const { mobilePhone } = await newUser()
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await logIn(mobilePhone, 'wrong111')
      expect((await logIn(mobilePhone, PASSWORD)).code).toBe(200)
    }
  })

  it('takes the extra fields of section 7 and no others', async () => {
    const { mobilePhone } = await newUser()
    const extras = {
      preGroup: 'g',
      shareUser: 's',
      deviceId: 'd',
      brand: 'b',
      deviceModel: 'm',
      osName: 'o',
      system: 's',
      osVersion: '1',
    }
    expect((await server.post(LOGIN, { mobilePhone, password: PASSWORD, ...extras })).code).toBe(200)
    expect(await server.post(LOGIN, { mobilePhone, password: PASSWORD, isAdmin: true })).toMatchObject({ code: 1080 })
  })
})

describe('a frozen account', () => {
  it('answers 1057 after right credentials and at every call but logout', async () => {
    const { mobilePhone, userId } = await newUser()
    const token = await tokenOf(mobilePhone)
    await server.database.db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, userId))
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(1057)
    expect((await logIn(mobilePhone, 'wrong111')).code).toBe(1010)
    expect((await server.get(USER_INFO, { token })).code).toBe(1057)
    expect((await server.post(LOGOUT, {}, { token })).code).toBe(200)
    expect((await server.get(USER_INFO, { token })).code).toBe(2017)
  })
})

describe('user info', () => {
  it('shows the caller to the caller', async () => {
    const { mobilePhone, userId } = await newUser()
    const { code, data } = await server.get(USER_INFO, { token: await tokenOf(mobilePhone) })
    expect(code).toBe(200)
    expect(data).toEqual({
      userId,
      name: '小云',
      avatar: '',
      mobilePhone,
      userType: 1,
      personalCheckStatus: 0,
      companyCheckStatus: 0,
      showModifyPassword: 0,
    })
  })

  it("takes the caller's own number only; a stranger's looks like nobody's", async () => {
    const [mine, other] = [await newUser(), await newUser()]
    const token = await tokenOf(mine.mobilePhone)
    const ask = (phone: string) => server.get(`${USER_INFO}?mobilePhone=${phone}`, { token })
    expect((await ask(mine.mobilePhone)).code).toBe(200)
    const [stranger, nobody] = [await ask(other.mobilePhone), await ask('13999999998')]
    expect(stranger).toEqual(nobody)
    expect(stranger).toMatchObject({ code: 1080, data: null })
  })

  it.each([undefined, '', 'A'.repeat(43)])('answers 2017 to token %j', async (token) => {
    const answer = await server.get(USER_INFO, token === undefined ? {} : { token })
    expect(answer).toMatchObject({ code: 2017, data: null })
  })
})

describe('logout', () => {
  it('ends this session and no other', async () => {
    const { mobilePhone } = await newUser()
    const [here, elsewhere] = [await tokenOf(mobilePhone), await tokenOf(mobilePhone)]
    expect(await server.post(LOGOUT, {}, { token: here })).toMatchObject({ code: 200, data: null })
    expect((await server.get(USER_INFO, { token: here })).code).toBe(2017)
    expect((await server.get(USER_INFO, { token: elsewhere })).code).toBe(200)
  })
})
