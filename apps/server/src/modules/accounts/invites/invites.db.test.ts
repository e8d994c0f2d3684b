import { expect, it } from 'vitest'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'

const GET = '/vmcloud/api/user/getInvite'
const BIND = '/vmcloud/api/user/bindInvite'

const server = await useServer()
const people = createPeople(server, 13_900_012_000)

const inviteOf = async (token: string) =>
  (await server.get(GET, { token })).data as { inviteCode: string; bindInfo: string }
const bind = (token: string, inviteCode: string) => server.post(BIND, { inviteType: 'link', inviteCode }, { token })

it('binds somebody to who invited them, once', async () => {
  const [mine, first, second] = [await people.member(), await people.member(), await people.member()]
  expect((await inviteOf(mine.token)).bindInfo).toBe('-2')
  expect(await bind(mine.token, (await inviteOf(first.token)).inviteCode)).toMatchObject({
    code: 200,
    data: { bindInfo: '-1' },
  })
  expect((await inviteOf(mine.token)).bindInfo).toBe('-1')
  expect((await bind(mine.token, (await inviteOf(second.token)).inviteCode)).data).toEqual({ bindInfo: '-1' })
  const { rows } = await server.database.pool.query('select inviter_id from invites where user_id = $1', [mine.userId])
  expect(rows).toEqual([{ inviter_id: String(first.userId) }])
})

it('binds nobody to themselves, or to nobody', async () => {
  const { token } = await people.member()
  for (const code of [(await inviteOf(token)).inviteCode, 'ZZZZZZ', '', '%'])
    expect((await bind(token, code)).data).toEqual({ bindInfo: '-1' })
  expect((await inviteOf(token)).bindInfo).toBe('-2')
})
