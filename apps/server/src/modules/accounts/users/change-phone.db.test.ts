import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { createPeople, type People } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const CHECK_OLD = '/vmcloud/api/user/checkOldMobile'
const CHANGE = '/vmcloud/api/user/changeBindingMobile'
const USER_INFO = '/vmcloud/api/user/getUserInfo'

const server = await useServer()
const people = createPeople(server, 13_900_005_000)

type Member = Awaited<ReturnType<People['member']>>

const proofOf = async ({ mobilePhone, password, token }: Member): Promise<string> => {
  const { data } = await server.post(CHECK_OLD, { mobilePhone, password }, { token })
  return (data as { proof: string }).proof
}
/** A new number with its code, requested in this session. */
const newPhoneFor = async ({ token }: Member, mobilePhone = people.newPhone()) => ({
  mobilePhone,
  code: await people.codeFor(mobilePhone, 'changePhone', token),
})

describe('proving the old phone', () => {
  it('takes a code or the password', async () => {
    const { mobilePhone, password, token } = await people.member()
    const code = await people.codeFor(mobilePhone, 'checkOldPhone', token)
    for (const proof of [{ code }, { password }]) {
      const answer = await server.post(CHECK_OLD, { mobilePhone, ...proof }, { token })
      expect(answer).toMatchObject({ code: 200, data: { proof: expect.any(String) } })
    }
  })

  it('answers each refusal with its code', async () => {
    const { mobilePhone, token } = await people.member()
    const check = async (body: object) => (await server.post(CHECK_OLD, { mobilePhone, ...body }, { token })).code
    expect(await check({})).toBe(1005)
    expect(await check({ code: '000000' })).toBe(1006)
    expect(await check({ password: 'wrong111' })).toBe(1010)
    expect(await check({ mobilePhone: people.newPhone(), password: 'yunji2026' })).toBe(1008)
  })

  it('locks the password like a login does', async () => {
    const { mobilePhone, password, token } = await people.member()
    const guess = (text: string) => server.post(CHECK_OLD, { mobilePhone, password: text }, { token })
    for (let count = 0; count < 5; count++) await guess('wrong111')
    expect((await guess(password)).code).toBe(1080)
  })
})

describe('a change of phone', () => {
  it('moves the account to the new number and ends the other sessions', async () => {
    const member = await people.member()
    const other = ((await people.logIn(member.mobilePhone, member.password)).data as { token: string }).token
    const next = await newPhoneFor(member)
    const { token } = member
    expect((await server.post(CHANGE, { ...next, proof: await proofOf(member) }, { token })).code).toBe(200)
    expect((await server.get(USER_INFO, { token })).data).toMatchObject({ mobilePhone: next.mobilePhone })
    expect(await people.stateOf(other)).toBe(2017)
    expect((await people.logIn(member.mobilePhone, member.password)).code).toBe(1010)
    expect((await people.logIn(next.mobilePhone, member.password)).data).toMatchObject({ userId: member.userId })
  })

  it('answers 1001 to a number that is taken, after its code', async () => {
    const [member, owner] = [await people.member(), await people.member()]
    const proof = await proofOf(member)
    const { mobilePhone, code } = await newPhoneFor(member, owner.mobilePhone)
    const change = (guess: string) => server.post(CHANGE, { mobilePhone, code: guess, proof }, { token: member.token })
    expect((await change(code === '000000' ? '111111' : '000000')).code).toBe(1006)
    expect((await change(code)).code).toBe(1001)
  })

  it("answers 1008 without a proof of one's own in this session", async () => {
    const [member, other] = [await people.member(), await people.member()]
    const login = await people.logIn(member.mobilePhone, member.password)
    const second = { ...member, token: (login.data as { token: string }).token }
    const next = await newPhoneFor(member)
    for (const proof of ['', 'x.y', await proofOf(other), await proofOf(second)]) {
      expect((await server.post(CHANGE, { ...next, proof }, { token: member.token })).code).toBe(1008)
    }
  })

  it('takes a proof for ten minutes, and once', async () => {
    const member = await people.member()
    const proof = await proofOf(member)
    server.clock.advance(10 * MINUTE_MS - 1)
    const next = await newPhoneFor(member)
    expect((await server.post(CHANGE, { ...next, proof }, { token: member.token })).code).toBe(200)
    const again = await newPhoneFor(member)
    expect((await server.post(CHANGE, { ...again, proof }, { token: member.token })).code).toBe(1008)

    const late = await people.member()
    const old = await proofOf(late)
    server.clock.advance(10 * MINUTE_MS)
    expect((await server.post(CHANGE, { ...(await newPhoneFor(late)), proof: old }, { token: late.token })).code).toBe(
      1008,
    )
  })

  it('goes to one of two who want the same number at once', async () => {
    const [first, second] = [await people.member(), await people.member()]
    const mobilePhone = people.newPhone()
    const proofs = [await proofOf(first), await proofOf(second)]
    const { code } = await newPhoneFor(first, mobilePhone)
    const answers = await Promise.all(
      [first, second].map(({ token }, at) => server.post(CHANGE, { mobilePhone, code, proof: proofs[at] }, { token })),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })
})
