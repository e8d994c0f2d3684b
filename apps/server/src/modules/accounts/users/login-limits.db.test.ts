import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { sweepLoginDevices } from '../../../platform/login-devices.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const LOGIN = '/vmcloud/api/user/login'
const PASSWORD = 'yunji2026'

const server = await useServer()
const people = createPeople(server, 13_900_041_000)
beforeEach(() => server.clock.advance(2 * 60 * MINUTE_MS))

interface From {
  readonly address?: string
  readonly deviceToken?: string
  readonly client?: string
  readonly code?: string
}

const logIn = (mobilePhone: string, password: string, { address, client = 'h5', ...more }: From = {}) =>
  server.post(
    LOGIN,
    { mobilePhone, password, ...more },
    { headers: { 'client-type': client, clientType: client }, ...(address && { address }) },
  )
/** A user with a device that has logged in before. */
const owner = async () => {
  const { mobilePhone, userId, token } = await people.member(PASSWORD)
  const { deviceToken } = (await logIn(mobilePhone, PASSWORD)).data as { deviceToken: string }
  return { mobilePhone, userId, token, deviceToken }
}
const guess = async (mobilePhone: string, times: number, from: From = {}): Promise<number[]> => {
  const codes: number[] = []
  for (let count = 0; count < times; count += 1) codes.push((await logIn(mobilePhone, 'wrong111', from)).code)
  return codes
}

describe('five wrong passwords', () => {
  it('stop their own origin and no other', async () => {
    const { mobilePhone } = await owner()
    const thief = { address: '198.51.100.9' }
    expect(await guess(mobilePhone, 6, thief)).toEqual([1010, 1010, 1010, 1010, 1010, 1080])
    expect((await logIn(mobilePhone, PASSWORD, thief)).code).toBe(1080)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(200)
    expect((await logIn(mobilePhone, PASSWORD, { ...thief, client: 'applet' })).code).toBe(200)
  })

  it('do not stop a device that has logged in before, even behind the same address', async () => {
    const { mobilePhone, deviceToken } = await owner()
    const network = { address: '198.51.100.10' }
    await guess(mobilePhone, 5, network)
    expect((await logIn(mobilePhone, PASSWORD, network)).code).toBe(1080)
    expect((await logIn(mobilePhone, PASSWORD, { ...network, deviceToken })).code).toBe(200)
  })

  it('stop a known device that guesses itself, and it alone', async () => {
    const { mobilePhone, deviceToken } = await owner()
    expect((await guess(mobilePhone, 6, { deviceToken })).slice(-2)).toEqual([1010, 1080])
    expect((await logIn(mobilePhone, PASSWORD, { deviceToken })).code).toBe(1080)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(200)
  })

  it('from one /64 of IPv6 are from one origin', async () => {
    const { mobilePhone } = await owner()
    for (let count = 0; count < 5; count += 1) {
      expect(await guess(mobilePhone, 1, { address: `2001:db8:7:7::${count + 1}` })).toEqual([1010])
    }
    expect(await guess(mobilePhone, 1, { address: '2001:db8:7:7:ffff::1' })).toEqual([1080])
    expect((await logIn(mobilePhone, PASSWORD, { address: '2001:db8:7:8::1' })).code).toBe(200)
  })

  it('are not made anew by devices that the client invents', async () => {
    const { mobilePhone } = await owner()
    const codes: number[] = []
    for (let count = 0; count < 8; count += 1) {
      const deviceToken = String(count).repeat(43)
      codes.push(...(await guess(mobilePhone, 1, { address: '198.51.100.11', deviceToken })))
    }
    expect(codes.filter((code) => code === 1010)).toHaveLength(5)
  })
})

describe('logins at once', () => {
  it('that are right take no tries from each other', async () => {
    const { mobilePhone } = await owner()
    const address = '198.51.100.12'
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(mobilePhone, PASSWORD, { address })))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  it('that are wrong are counted one by one, and a right one after them is not told apart', async () => {
    const { mobilePhone } = await owner()
    const address = '198.51.100.13'
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(mobilePhone, 'wrong111', { address })))
    expect(answers.filter(({ code }) => code === 1010)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 1080)).toHaveLength(35)
    expect((await logIn(mobilePhone, PASSWORD, { address })).code).toBe(1080)
  })

  it('from a hundred addresses check twenty passwords and no more', async () => {
    const { mobilePhone } = await owner()
    const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(mobilePhone, 'wrong111')))
    expect(answers.filter(({ code }) => code === 1010)).toHaveLength(20)
    expect(answers.filter(({ code }) => code === 1005)).toHaveLength(80)
  })
})

describe('twenty wrong passwords from anywhere', () => {
  it('ask a stranger for an SMS code as well, known number or not, and nobody whom the number knows', async () => {
    const { mobilePhone, deviceToken, token } = await owner()
    const unknown = people.newPhone()
    for (const phone of [mobilePhone, unknown]) expect(new Set(await guess(phone, 20))).toEqual(new Set([1010]))
    const [known, other] = [await logIn(mobilePhone, PASSWORD), await logIn(unknown, PASSWORD)]
    expect(known).toMatchObject({ code: 1005, msg: expect.stringContaining('短信验证码'), data: null })
    expect(other).toEqual(known)
    expect((await logIn(mobilePhone, PASSWORD, { deviceToken })).code).toBe(200)
    const change = { oldPassword: PASSWORD, newPassword: 'yunji2027' }
    expect((await server.post('/vmcloud/api/user/updateUserPassword', change, { token })).code).toBe(200)
  })

  it('let in whoever has the code and the password, and nobody who has one of them', async () => {
    const { mobilePhone } = await owner()
    await guess(mobilePhone, 20)
    const code = await people.codeFor(mobilePhone, 'login')
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await logIn(mobilePhone, PASSWORD, { code: wrong })).code).toBe(1006)
    expect((await logIn(mobilePhone, PASSWORD, { code: 'x' })).code).toBe(1006)
    expect((await logIn(mobilePhone, 'wrong111', { code })).code).toBe(1010)
    expect((await logIn(mobilePhone, PASSWORD, { code })).code).toBe(1006)
    server.clock.advance(MINUTE_MS)
    const fresh = await people.codeFor(mobilePhone, 'login')
    expect((await logIn(mobilePhone, PASSWORD, { code: fresh })).code).toBe(200)
  })

  it('are over an hour after the last one', async () => {
    const { mobilePhone } = await owner()
    await guess(mobilePhone, 20)
    server.clock.advance(60 * MINUTE_MS - 1)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(1005)
    server.clock.advance(1)
    expect((await logIn(mobilePhone, PASSWORD)).code).toBe(200)
  })
})

describe('a known device', () => {
  it('is known by the token that it was given, whatever way it came in', async () => {
    const { mobilePhone, deviceToken = '' } = await people.newcomer()
    const set = { newPassword: PASSWORD }
    const { token } = await people.logInBySms(mobilePhone).catch(async () => {
      server.clock.advance(MINUTE_MS)
      return people.logInBySms(mobilePhone)
    })
    await server.post('/vmcloud/api/user/firstUpdateUserPassword', set, { token })
    await guess(mobilePhone, 20)
    expect((await logIn(mobilePhone, PASSWORD, { deviceToken })).code).toBe(200)
  })

  it('is a stranger after a reset of the password, except where it was reset', async () => {
    const { mobilePhone, deviceToken } = await owner()
    const mine = 'M'.repeat(43)
    await guess(mobilePhone, 20)
    const code = await people.codeFor(mobilePhone, 'resetPassword')
    const reset = { mobilePhone, code, newPassword: 'yunji2028', deviceToken: mine }
    expect((await server.post('/vmcloud/api/user/resetPassword', reset)).code).toBe(200)
    expect((await logIn(mobilePhone, 'yunji2028', { deviceToken })).code).toBe(1005)
    expect((await logIn(mobilePhone, 'yunji2028', { deviceToken: mine })).code).toBe(200)
  })

  it('is a stranger after a change of the password, except where it was changed', async () => {
    const { mobilePhone, deviceToken, token } = await owner()
    const second = ((await logIn(mobilePhone, PASSWORD)).data as { deviceToken: string }).deviceToken
    await guess(mobilePhone, 20)
    const change = { oldPassword: PASSWORD, newPassword: 'yunji2029', deviceToken }
    await server.post('/vmcloud/api/user/updateUserPassword', change, { token })
    expect((await logIn(mobilePhone, 'yunji2029', { deviceToken: second })).code).toBe(1005)
    expect((await logIn(mobilePhone, 'yunji2029', { deviceToken })).code).toBe(200)
  })

  it('is kept with nine others, and for half a year', async () => {
    const { mobilePhone, userId, deviceToken } = await owner()
    const count = async () => {
      const { rows } = await server.database.pool.query('select from login_devices where user_id = $1', [userId])
      return rows.length
    }
    for (let more = 0; more < 11; more += 1) {
      server.clock.advance(1000)
      await logIn(mobilePhone, PASSWORD)
    }
    expect(await count()).toBe(13)
    await sweepLoginDevices(server.database.db, server.clock.now())
    expect(await count()).toBe(10)
    await guess(mobilePhone, 20)
    expect((await logIn(mobilePhone, PASSWORD, { deviceToken })).code).toBe(1005)
    const muchLater = new Date(server.clock.now().getTime() + 181 * 24 * 60 * MINUTE_MS)
    await sweepLoginDevices(server.database.db, muchLater)
    expect(await count()).toBe(0)
  })
})
