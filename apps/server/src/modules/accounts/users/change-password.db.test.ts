import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../../../tables/identity.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const CHANGE = '/vmcloud/api/user/updateUserPassword'
const FIRST = '/vmcloud/api/user/firstUpdateUserPassword'
const RESET = '/vmcloud/api/user/resetPassword'
const NEW = 'changed2027'

const server = await useServer()
const people = createPeople(server, 13_900_004_000)

const tokenOf = async (mobilePhone: string, password: string) =>
  ((await people.logIn(mobilePhone, password)).data as { token: string }).token

describe('the first password', () => {
  it('is set once, without an old one, and ends the other sessions', async () => {
    const { mobilePhone, token } = await people.newcomer()
    server.clock.advance(60_000)
    const other = (await people.logInBySms(mobilePhone)).token
    expect(await server.post(FIRST, { newPassword: NEW }, { token })).toMatchObject({ code: 200, data: null })
    expect([await people.stateOf(token), await people.stateOf(other)]).toEqual([200, 2017])
    expect((await people.logIn(mobilePhone, NEW)).data).toMatchObject({ showModifyPassword: 0 })
    expect(await server.post(FIRST, { newPassword: 'another2027' }, { token })).toMatchObject({
      code: 1080,
      data: null,
    })
    expect((await people.logIn(mobilePhone, 'another2027')).code).toBe(1010)
  })

  it.each(['123456', 'abcdef', 'a1b2', 'a1b2c3d4e5f6g7', 'abc 123', 'abc123!'])('is not %j', async (newPassword) => {
    const { token } = await people.newcomer()
    expect((await server.post(FIRST, { newPassword }, { token })).code).toBe(1080)
  })
})

describe('a change of password', () => {
  it('needs the old one, and ends the other sessions', async () => {
    const { mobilePhone, password, token } = await people.member()
    const other = await tokenOf(mobilePhone, password)
    const change = (oldPassword: string) => server.post(CHANGE, { oldPassword, newPassword: NEW }, { token })
    expect((await change('wrong111')).code).toBe(1009)
    expect(await people.stateOf(other)).toBe(200)
    expect((await change(password)).code).toBe(200)
    expect([await people.stateOf(token), await people.stateOf(other)]).toEqual([200, 2017])
    expect((await people.logIn(mobilePhone, password)).code).toBe(1010)
    expect((await people.logIn(mobilePhone, NEW)).code).toBe(200)
  })

  it('answers 1331 where there is none yet', async () => {
    const { token } = await people.newcomer()
    expect((await server.post(CHANGE, { oldPassword: 'x', newPassword: NEW }, { token })).code).toBe(1331)
  })

  it('counts wrong guesses of whoever is logged in apart from those of a login', async () => {
    const { mobilePhone, password, token } = await people.member()
    const guess = () => server.post(CHANGE, { oldPassword: 'wrong111', newPassword: NEW }, { token })
    for (let count = 0; count < 5; count++) expect((await guess()).code).toBe(1009)
    expect((await guess()).code).toBe(1080)
    expect((await people.logIn(mobilePhone, password)).code).toBe(200)
  })
})

describe('a forgotten password', () => {
  it('is replaced by a code, ends every session and lifts the lock', async () => {
    const { mobilePhone, token } = await people.member()
    for (let count = 0; count < 6; count++) await people.logIn(mobilePhone, 'wrong111')
    const code = await people.codeFor(mobilePhone, 'resetPassword')
    expect(await server.post(RESET, { mobilePhone, code, newPassword: NEW })).toMatchObject({ code: 200, data: null })
    expect(await people.stateOf(token)).toBe(2017)
    expect((await people.logIn(mobilePhone, NEW)).code).toBe(200)
  })

  it('tells only the holder of a number that nobody is registered with it', async () => {
    const mobilePhone = people.newPhone()
    const code = await people.codeFor(mobilePhone, 'resetPassword')
    const reset = (guess: string) => server.post(RESET, { mobilePhone, code: guess, newPassword: NEW })
    expect((await reset(code === '000000' ? '111111' : '000000')).code).toBe(1006)
    expect((await reset(code)).code).toBe(1000)
  })

  it('stays as it is in a frozen account', async () => {
    const { mobilePhone, userId } = await people.member()
    await server.database.db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, userId))
    const code = await people.codeFor(mobilePhone, 'resetPassword')
    expect((await server.post(RESET, { mobilePhone, code, newPassword: NEW })).code).toBe(1057)
  })
})
