import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { expect, it } from 'vitest'
import { createReader } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_500_000_000)

const publish = (notice: object, token = OPERATOR_TOKEN) =>
  server.post('/vmcloud/api/operator/publishNotice', notice, { token })

const notice = {
  title: '双十一机型上新',
  content: '至尊版库存已补充。',
  link: '/pages/Home/create',
  linkText: '去看看',
}

it('reaches everybody who is there, and nobody who comes later', async () => {
  const [one, other] = [await people.member(), await people.member()]
  expect(await publish(notice)).toMatchObject({ code: 200 })
  for (const { token } of [one, other]) {
    const reader = createReader(server, token)
    expect(await reader.waitFor(MessageType.notice, notice.title)).toMatchObject({ ...notice, isRead: 0, device: null })
    expect((await reader.summary())[0]?.latest?.title).toBe(notice.title)
    expect(await reader.unread()).toMatchObject({ longNotice: 1, longAll: 1 })
  }
  server.clock.advance(1)
  const late = createReader(server, (await people.member()).token)
  expect((await late.list(MessageType.notice)).records).toEqual([])
})

it('takes a link to our own pages only, and comes from an operator only', async () => {
  for (const link of ['https://example.com', '//example.com', '/pages/login/login', 'javascript:alert(1)'])
    expect(await publish({ ...notice, link })).toMatchObject({ code: 1080, msg: '链接必须是本站页面' })
  expect(await publish(notice, (await people.member()).token)).toMatchObject({ code: 2017 })
})

it('is not brought again when somebody begins anew', async () => {
  const { token } = await people.member()
  const { data } = await publish({ ...notice, title: '只说一次' })
  const reader = createReader(server, token)
  await reader.waitFor(MessageType.notice, '只说一次')
  const { noticeId } = data as { noticeId: number }
  const reached = async () =>
    (await server.database.pool.query('select reached_user_id, ended_at from notices where id = $1', [noticeId]))
      .rows[0]
  await eventually(async () => expect(await reached()).toMatchObject({ ended_at: expect.any(Date) }))
  // As if the progress had not been written.
  await server.database.pool.query('update notices set reached_user_id = 0, ended_at = null where id = $1', [noticeId])
  await server.database.db.transaction((tx) => server.jobs.add(tx, { name: 'messages.broadcast' }, { noticeId }))
  await eventually(async () => expect(await reached()).toMatchObject({ ended_at: expect.any(Date) }))
  expect(await reader.unread()).toMatchObject({ longNotice: 1 })
  expect((await reader.list(MessageType.notice)).records).toHaveLength(1)
})
