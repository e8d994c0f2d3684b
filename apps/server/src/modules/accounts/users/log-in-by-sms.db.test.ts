import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invites, users } from '../../../tables/identity.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const SMS_LOGIN = '/vmcloud/api/user/smsLogin'
const USER_INFO = '/vmcloud/api/user/getUserInfo'
const INVITE = '/vmcloud/api/user/getInvite'

const server = await useServer()
const people = createPeople(server, 13_900_003_000)

describe('login by SMS code', () => {
  it('registers on first use, and asks for a password', async () => {
    const mobilePhone = people.newPhone()
    const code = await people.codeFor(mobilePhone, 'login')
    const { code: answer, data } = await server.post(SMS_LOGIN, { mobilePhone, code })
    expect(answer).toBe(200)
    expect(data).toEqual({
      token: expect.any(String),
      userId: expect.any(Number),
      showModifyPassword: 1,
      deviceToken: expect.any(String),
    })
    const { token } = data as { token: string }
    const info = await server.get(USER_INFO, { token })
    expect(info.data).toMatchObject({ mobilePhone, name: `云机用户${mobilePhone.slice(-4)}`, showModifyPassword: 1 })
  })

  it('finds the same account again', async () => {
    const first = await people.newcomer()
    server.clock.advance(60_000)
    expect((await people.logInBySms(first.mobilePhone)).userId).toBe(first.userId)
  })

  it('lets somebody with a password in too', async () => {
    const { mobilePhone, userId } = await people.member()
    expect(await people.logInBySms(mobilePhone)).toMatchObject({ userId, showModifyPassword: 0 })
  })

  it.each([
    [{}, 1003],
    [{ code: '123456' }, 1003],
    [{ mobilePhone: '13900000001' }, 1005],
    [{ mobilePhone: '13900000001', code: '' }, 1005],
    [{ mobilePhone: '13900000001', code: '123456' }, 1006],
    [{ mobilePhone: '13900000001', code: '12345' }, 1006],
    [{ mobilePhone: '999', code: '123456' }, 1006],
  ])('answers %j with %i', async (body, code) => expect((await server.post(SMS_LOGIN, body)).code).toBe(code))

  it('answers 1057 to a frozen account, after its code', async () => {
    const { mobilePhone, userId } = await people.member()
    await server.database.db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, userId))
    const code = await people.codeFor(mobilePhone, 'login')
    expect(
      (await server.post(SMS_LOGIN, { mobilePhone, code: code === '000000' ? '1'.repeat(6) : '000000' })).code,
    ).toBe(1006)
    expect((await server.post(SMS_LOGIN, { mobilePhone, code })).code).toBe(1057)
  })

  it('remembers who invited a newcomer, and only a newcomer', async () => {
    const { token, userId: inviterId } = await people.member()
    const { inviteCode } = (await server.get(INVITE, { token })).data as { inviteCode: string }
    const inviterOf = async (mobilePhone: string) => {
      const code = await people.codeFor(mobilePhone, 'login')
      const login = await server.post(SMS_LOGIN, { mobilePhone, code, inviteType: 'link', inviteCode })
      const { userId } = login.data as { userId: number }
      const [row] = await server.database.db.select().from(invites).where(eq(invites.userId, userId))
      return row?.inviterId
    }
    expect(await inviterOf(people.newPhone())).toBe(inviterId)
    expect(await inviterOf((await people.member()).mobilePhone)).toBeUndefined()
  })
})

it('answers 1007 to a one-key login, which only native clients have', async () => {
  expect(await server.post('/vmcloud/api/user/oneKeyLogin', { accessToken: 'x' })).toMatchObject({
    code: 1007,
    data: null,
  })
})
