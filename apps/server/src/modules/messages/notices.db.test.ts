import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { notices } from '../../tables/messages.ts'
import { operatorAudit } from '../../tables/operators.ts'
import { createReader } from '../../testing/messages.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { createPeople } from '../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_500_000_000)
const operators = createOperatorHarness(server)

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

it('waits for its time, can be cancelled before it, and not afterwards', async () => {
  const { token } = await people.member()
  const reader = createReader(server, token)
  const operate = (call: string, body: object) =>
    server.post(`/vmcloud/api/operator/${call}`, body, { token: OPERATOR_TOKEN })
  const publishAt = server.clock.now().getTime() + 3_600_000
  expect(await publish({ ...notice, publishAt: server.clock.now().getTime() })).toMatchObject({ code: 1080 })
  const idOf = async (fields: object) =>
    ((await publish({ ...notice, ...fields })).data as { noticeId: number }).noticeId
  const later = await idOf({ title: '一小时后', publishAt })
  const never = await idOf({ title: '取消了', publishAt })
  expect(await operate('cancelNotice', { noticeId: never })).toMatchObject({ code: 200 })
  await server.runJob('messages.startNotices')
  const states = async () => {
    const { data } = await server.get('/vmcloud/api/operator/getNotices', { token: OPERATOR_TOKEN })
    const { records } = data as { records: { noticeId: number; state: string }[] }
    return [later, never].map((id) => records.find(({ noticeId }) => noticeId === id)?.state)
  }
  expect(await states()).toEqual(['scheduled', 'cancelled'])
  server.clock.advance(3_600_001)
  await server.runJob('messages.startNotices')
  await reader.waitFor(MessageType.notice, '一小时后')
  expect((await states())[1]).toBe('cancelled')
  expect(await operate('cancelNotice', { noticeId: later })).toMatchObject({ msg: '没有这条公告，或已经发出' })
  expect((await reader.list(MessageType.notice)).records.map(({ title }) => title)).not.toContain('取消了')
})

it('fails once its job has been given up, and is resumed or cancelled then', async () => {
  const { pool, db } = server.database
  const [{ token }, { token: support }] = [await people.member(), await operators.addReady('support')]
  const row = { content: '内容', publishedAt: server.clock.now(), startedAt: server.clock.now() }
  const add = async (title: string): Promise<number> =>
    (
      await db
        .insert(notices)
        .values({ ...row, title })
        .returning({ id: notices.id })
    )[0]?.id ?? 0
  const [resumed, cancelled, running] = [await add('续发'), await add('放弃'), await add('在发')]
  const waiting = `insert into pgboss.job (name, data, start_after) values ('messages.broadcast', $1, now() + interval '1 day')`
  await pool.query(waiting, [{ noticeId: running }])
  const states = async () => {
    const { records } = (await operators.get('getNotices', support)).data as {
      records: { noticeId: number; state: string }[]
    }
    return [resumed, cancelled, running].map((id) => records.find(({ noticeId }) => noticeId === id)?.state)
  }
  const act = (call: string, noticeId: number) => operators.post(call, { noticeId }, support)
  expect(await act('resumeNotice', resumed)).toMatchObject({ msg: '没有这条公告，或没有失败' })
  expect(await act('cancelNotice', cancelled)).toMatchObject({ msg: '没有这条公告，或已经发出' })
  await server.runJob('messages.endNotices')
  expect(await states()).toEqual(['failed', 'failed', 'sending'])
  expect(await act('cancelNotice', cancelled)).toMatchObject({ code: 200 })
  expect(await act('resumeNotice', cancelled)).toMatchObject({ code: 1080 })
  expect(await act('resumeNotice', resumed)).toMatchObject({ code: 200 })
  const [audit] = await db
    .select()
    .from(operatorAudit)
    .where(and(eq(operatorAudit.subject, `notice:${cancelled}`), eq(operatorAudit.outcome, 'done')))
  expect(audit).toMatchObject({ before: { state: 'failed' }, after: { state: 'cancelled' } })
  const reader = createReader(server, token)
  await reader.waitFor(MessageType.notice, '续发')
  await eventually(async () => expect(await states()).toEqual(['sent', 'cancelled', 'sending']))
  expect((await reader.list(MessageType.notice)).records.map(({ title }) => title)).not.toContain('放弃')
})

it('goes on after a failure when its job is sent again', async () => {
  const { db } = server.database
  const at = server.clock.now()
  const values = { title: '重发', content: '内容', publishedAt: at, startedAt: at, failedAt: at }
  const [added] = await db.insert(notices).values(values).returning({ id: notices.id })
  const noticeId = added?.id ?? 0
  await server.runJob('messages.broadcast', { noticeId })
  const [left] = await db.select().from(notices).where(eq(notices.id, noticeId))
  expect(left).toMatchObject({ failedAt: null, endedAt: expect.any(Date) })
})

it('reaches those of its segment alone', async () => {
  const [one, other] = [await people.member(), await people.member()]
  await server.database.pool.query('update users set user_type = 2 where id = $1', [one.userId])
  await publish({ ...notice, title: '致企业客户', segment: { userType: 2 } })
  await createReader(server, one.token).waitFor(MessageType.notice, '致企业客户')
  await publish({ ...notice, title: '致所有人' })
  const reader = createReader(server, other.token)
  await reader.waitFor(MessageType.notice, '致所有人')
  expect((await reader.list(MessageType.notice)).records.map(({ title }) => title)).not.toContain('致企业客户')
})

it('goes on from those whom it has looked at, also where few or none of them are in its segment', async () => {
  const { pool } = server.database
  await pool.query(
    `insert into users (name, mobile_phone, created_at)
     select '用户', (13700000000 + each)::text, $1 from generate_series(1, 5001) each`,
    [server.clock.now()],
  )
  const rare = await people.member()
  await pool.query('update users set user_type = 2, company_check_status = 2 where id = $1', [rare.userId])
  const reachedBy = async (title: string) =>
    (
      await pool.query(
        `select reached_user_id = (select max(id) from users) as "isAtEnd", (select count(*)::int from messages m where m.notice_id = n.id) as recipients
         from notices n where title = $1 and ended_at is not null`,
        [title],
      )
    ).rows[0]
  await publish({ ...notice, title: '致认证企业', segment: { userType: 2, isVerified: true } })
  await publish({ ...notice, title: '致无人', segment: { userType: 2, isVerified: true, hasBought: true } })
  await expect.poll(() => reachedBy('致认证企业'), { timeout: 15_000 }).toEqual({ isAtEnd: true, recipients: 1 })
  await expect.poll(() => reachedBy('致无人'), { timeout: 15_000 }).toEqual({ isAtEnd: true, recipients: 0 })
})
