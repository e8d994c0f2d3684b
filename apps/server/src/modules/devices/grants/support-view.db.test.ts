import type { SupportViewRecord } from '@yunji/contract/devices/grant/support-view'
import { OPERATOR_IDLE_MS } from '@yunji/contract/wire/operator-roles'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { newOperatorSession } from '../../../platform/operators/operators.ts'
import { deviceShares, devices, supportViews } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { outbox } from '../../../tables/messages.ts'
import { operators as operatorAccounts, operatorAudit, operatorSessions } from '../../../tables/operators.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createTickets } from '../streams/index.ts'
import { listUses } from '../uses/index.ts'

const server = await useServer()
const { db } = server.database
const operators = createOperatorHarness(server)
const make = createDevices(server)
const tickets = createTickets(server.database, server.clock)
let support = { id: 0, token: '', name: '', sessionId: 0 }
let person = { userId: 0, token: '' }
let deviceId = 0
beforeEach(async () => {
  support = await operators.addReady('support')
  person = await make.addPerson()
  deviceId = (await make.addDevice(person.userId)).id
})

const GRANT = '/vmcloud/api/grant'
const request = (more = {}) =>
  operators.post('requestView', { deviceId, reason: '画面卡住，需要看一下', minutes: 15, ...more }, support.token)
const requested = async (): Promise<number> =>
  ((await request()).data as { supportViewId: number } | null)?.supportViewId ?? 0
const answer = (supportViewId: number, isAccepted: boolean, token = person.token) =>
  server.post(`${GRANT}/answerSupportView`, { supportViewId, isAccepted }, { token })
const stop = (supportViewId: number, token = person.token) =>
  server.post(`${GRANT}/stopSupportView`, { supportViewId }, { token })
const open = (supportViewId: number, token = support.token) => operators.post('openView', { supportViewId }, token)
const own = async (token = person.token): Promise<SupportViewRecord[]> =>
  ((await server.get(`${GRANT}/getSupportViews`, { token })).data as { records: SupportViewRecord[] }).records
const stateAt = async (supportViewId: number) => {
  const { data } = await operators.get(`getDeviceViews?deviceId=${deviceId}`, support.token)
  return (data as { records: SupportViewRecord[] }).records.find((view) => view.supportViewId === supportViewId)?.state
}
const opened = async (supportViewId: number) => {
  const { ticket } = (await open(supportViewId)).data as { ticket: string }
  const stream = await tickets.use(ticket)
  if (!stream) throw new Error('the ticket opens nothing')
  return stream
}
const holds = async (stream: Awaited<ReturnType<typeof opened>>) => (await tickets.check([stream.grant]))[0]?.holds

it('shows nothing before the customer says yes, and then the picture alone', async () => {
  const supportViewId = await requested()
  expect(await db.$count(outbox, eq(outbox.key, `supportViewAsked:${supportViewId}`))).toBe(1)
  expect(await own()).toMatchObject([{ supportViewId, state: 'waiting', minutes: 15, operatorName: '' }])
  expect((await open(supportViewId)).msg).toContain('客户还没有同意')
  expect((await answer(supportViewId, true)).code).toBe(200)
  expect(await own()).toMatchObject([{ supportViewId, state: 'active' }])
  const stream = await opened(supportViewId)
  expect(stream.grant.mode).toBe('view')
  expect(await holds(stream)).toBe(true)
  const rows = await db
    .select()
    .from(operatorAudit)
    .where(eq(operatorAudit.subject, `supportView:${supportViewId}`))
  expect(rows.map(({ call }) => call)).toEqual(['requestView', 'openView'])
  expect(JSON.stringify(rows)).not.toContain('画面卡住')
})

it('ends by the clock, and cuts a screen that is open', async () => {
  const supportViewId = await requested()
  await answer(supportViewId, true)
  const stream = await opened(supportViewId)
  server.clock.advance(15 * MINUTE_MS)
  expect(await holds(stream)).toBe(false)
  expect((await open(supportViewId)).msg).toContain('查看已经结束')
  expect(await stateAt(supportViewId)).toBe('ended')
  expect(await own()).toEqual([])
})

it('ends when the customer says so, and when the share is stopped', async () => {
  for (const way of ['view', 'share'] as const) {
    const supportViewId = await requested()
    await answer(supportViewId, true)
    const stream = await opened(supportViewId)
    const [share] = await db.select().from(deviceShares).where(eq(deviceShares.guestId, stream.grant.userId))
    const ended =
      way === 'view'
        ? await stop(supportViewId)
        : await server.post('/vmcloud/api/share/revoke', { shareId: share?.id }, { token: person.token })
    expect(ended.code).toBe(200)
    expect(await holds(stream)).toBe(false)
    expect(await stateAt(supportViewId)).toBe('ended')
    expect((await open(supportViewId)).code).toBe(1080)
  }
})

it.each([
  ['changeOperator', { isDisabled: true }],
  ['changeOperator', { role: 'readonly' }],
  ['resetOperator', { what: 'password' }],
  ['endOperatorSession', {}],
  ['logOut', {}],
])('ends when its operator loses access: %s %j', async (call, change) => {
  const supportViewId = await requested()
  await answer(supportViewId, true)
  const stream = await opened(supportViewId)
  const owner = await operators.addReady('owner')
  const { id: operatorId, sessionId, token } = support
  const body = { changeOperator: { operatorId }, resetOperator: { operatorId }, endOperatorSession: { sessionId } }[
    call
  ]
  const ended = await operators.post(call, { ...body, ...change }, call === 'logOut' ? token : owner.token)
  expect(ended.code).toBe(200)
  expect(await holds(stream)).toBe(false)
  expect(await own()).toEqual([])
})

it("is cut when its operator's last session times out, and not before", async () => {
  const supportViewId = ((await request({ minutes: 60 })).data as { supportViewId: number }).supportViewId
  await answer(supportViewId, true)
  const stream = await opened(supportViewId)
  server.clock.advance(OPERATOR_IDLE_MS - MINUTE_MS)
  await server.runJob('operators.endViews')
  expect(await holds(stream)).toBe(true)
  // A login without the second factor opens no call, so it keeps no screen open.
  const { row } = newOperatorSession(server.clock)
  await db.insert(operatorSessions).values({ ...row, operatorId: support.id, origin: Buffer.alloc(16) })
  server.clock.advance(MINUTE_MS)
  await server.runJob('operators.endViews')
  expect(await holds(stream)).toBe(false)
  expect(await own()).toEqual([])
})

it('ends when the customer is frozen, who may still end one', async () => {
  const supportViewId = await requested()
  await answer(supportViewId, true)
  const stream = await opened(supportViewId)
  const frozen = await operators.post('freezeUser', { userId: person.userId, reason: '盗刷' }, support.token)
  expect(frozen.code).toBe(200)
  expect(await holds(stream)).toBe(false)
  expect(await stateAt(supportViewId)).toBe('ended')
  expect((await request()).code).toBe(200)
  const [waiting] = await db.select().from(supportViews).orderBy(desc(supportViews.id)).limit(1)
  expect((await stop(waiting?.id ?? 0)).code).toBe(200)
  expect(await stateAt(waiting?.id ?? 0)).toBe('ended')
})

it('names the operator by the display name, and support as support in their log', async () => {
  await db.update(operatorAccounts).set({ displayName: '小云' }).where(eq(operatorAccounts.id, support.id))
  const supportViewId = await requested()
  expect(await own()).toMatchObject([{ operatorName: '小云' }])
  const [guest] = await db
    .insert(users)
    .values({ name: '访客', isGuest: true, isFreeGuest: true, createdAt: server.clock.now() })
    .returning()
  await answer(supportViewId, true)
  const { grant } = await opened(supportViewId)
  expect(grant.userId).toBe(guest?.id)
  expect(await listUses(db, person.userId, { page: 1, rows: 10 })).toMatchObject([{ who: '客服', action: 'open' }])
})

it('is answered by the owner of the device alone, once and in time', async () => {
  const stranger = await make.addPerson()
  const supportViewId = await requested()
  expect((await answer(supportViewId, true, stranger.token)).msg).toBe('请求不存在或已结束')
  expect((await stop(supportViewId, stranger.token)).msg).toBe('请求不存在或已结束')
  expect(await own(stranger.token)).toEqual([])
  expect((await answer(supportViewId, false)).code).toBe(200)
  expect((await answer(supportViewId, true)).msg).toBe('请求不存在或已结束')
  expect(await stateAt(supportViewId)).toBe('refused')
  expect((await open(supportViewId)).code).toBe(1080)

  const late = await requested()
  server.clock.advance(30 * MINUTE_MS)
  expect((await answer(late, true)).msg).toBe('请求不存在或已结束')
  // The operator's session is over by then.
  support = await operators.addReady('support')
  expect(await stateAt(late)).toBe('lapsed')
})

it('opens to the operator who asked, and to no other', async () => {
  const supportViewId = await requested()
  await answer(supportViewId, true)
  const other = await operators.addReady('owner')
  expect((await open(supportViewId, other.token)).msg).toBe('请求不存在或已结束')
  const readonly = await operators.addReady('readonly')
  expect((await open(supportViewId, readonly.token)).data).toEqual({ right: 'devices.act' })
})

it('gives nothing on a device that has a new owner', async () => {
  const supportViewId = await requested()
  const buyer = await make.addPerson()
  await db.update(devices).set({ ownerId: buyer.userId }).where(eq(devices.id, deviceId))
  expect((await answer(supportViewId, true)).msg).toBe('请求不存在或已结束')
  expect((await answer(supportViewId, true, buyer.token)).msg).toBe('请求不存在或已结束')
  expect(await own(buyer.token)).toEqual([])
})

it('asks one thing at a time, and can take it back', async () => {
  const supportViewId = await requested()
  expect((await request()).msg).toContain('已有一个请求')
  expect((await operators.post('endView', { supportViewId }, support.token)).code).toBe(200)
  expect((await answer(supportViewId, true)).code).toBe(1080)
  expect((await request({ minutes: 20 })).code).toBe(1080)
  expect((await request()).code).toBe(200)
})
