import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const LIST = '/vmcloud/api/user/getSessionList'
const END = '/vmcloud/api/user/endSession'
const END_OTHERS = '/vmcloud/api/user/endOtherSessions'
const LOGIN = '/vmcloud/api/user/login'

const server = await useServer()
const people = createPeople(server, 13_900_009_000)

const listOf = async (token: string) =>
  ((await server.get(LIST, { token })).data as { records: SessionRecord[] }).records

describe('my sessions', () => {
  it('show where each was started, the present one first', async () => {
    const { mobilePhone, password, token } = await people.member()
    server.clock.advance(1000)
    const body = { mobilePhone, password, brand: 'Apple', deviceModel: 'iPhone 17' }
    await server.post(LOGIN, body, { headers: { terminaltype: 'IOS', clienttype: 'applet' } })
    const [mine, other, ...more] = await listOf(token)
    expect(more).toEqual([])
    expect(mine).toMatchObject({ isCurrent: true, deviceName: '' })
    expect(other).toEqual({
      sessionId: expect.any(Number),
      isCurrent: false,
      terminalType: 'IOS',
      clientType: 'applet',
      deviceName: 'Apple iPhone 17',
      address: expect.stringMatching(/^198\.18\.\d+\.\*$/),
      createdAt: server.clock.now().getTime(),
      lastUsedAt: server.clock.now().getTime(),
    })
  })

  it('come in pages', async () => {
    const { mobilePhone, password, token } = await people.member()
    await people.logIn(mobilePhone, password)
    await people.logIn(mobilePhone, password)
    const second = (await server.get(`${LIST}?page=2&rows=2`, { token })).data
    expect(second).toMatchObject({ page: 2, totalPage: 2, records: [{ isCurrent: false }] })
  })

  it('keep whatever a client tells within bounds', async () => {
    const { mobilePhone, password } = await people.member()
    const headers = { terminaltype: 'x'.repeat(500), clienttype: '<b>' }
    const answer = await server.post(LOGIN, { mobilePhone, password }, { headers })
    expect(answer.code).toBe(200)
    const [mine] = await listOf((answer.data as { token: string }).token)
    expect(mine?.terminalType).toHaveLength(64)
  })

  it('leave out what has ended or expired', async () => {
    const { mobilePhone, password, token } = await people.member()
    await people.logIn(mobilePhone, password)
    server.clock.advance(20 * DAY_MS)
    expect(await listOf(token)).toHaveLength(2)
    server.clock.advance(10 * DAY_MS)
    expect(await listOf(token)).toHaveLength(1)
  })
})

describe('ending sessions', () => {
  it('ends one at once; a foreign one looks like none', async () => {
    const [mine, stranger] = [await people.member(), await people.member()]
    const other = ((await people.logIn(mine.mobilePhone, mine.password)).data as { token: string }).token
    const [, target] = await listOf(mine.token)
    const end = (sessionId: number | undefined, token: string) => server.post(END, { sessionId }, { token })
    const foreign = await end(target?.sessionId, stranger.token)
    expect(foreign).toEqual(await end(999_999_999, stranger.token))
    expect(foreign.code).toBe(1080)
    expect(await people.stateOf(other)).toBe(200)
    expect((await end(target?.sessionId, mine.token)).code).toBe(200)
    expect([await people.stateOf(other), await people.stateOf(mine.token)]).toEqual([2017, 200])
    expect((await end(target?.sessionId, mine.token)).code).toBe(1080)
  })

  it('ends all the others of the same user and says how many', async () => {
    const [mine, stranger] = [await people.member(), await people.member()]
    for (let count = 0; count < 3; count++) await people.logIn(mine.mobilePhone, mine.password)
    expect(await server.post(END_OTHERS, {}, { token: mine.token })).toMatchObject({ code: 200, data: { ended: 3 } })
    expect(await listOf(mine.token)).toHaveLength(1)
    expect(await people.stateOf(stranger.token)).toBe(200)
  })
})
