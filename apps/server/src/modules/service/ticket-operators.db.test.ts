import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../../tables/identity.ts'
import { operators } from '../../tables/operators.ts'
import { serviceTickets } from '../../tables/service.ts'
import { createDevices } from '../../testing/devices.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
const { addReady, get, post } = createOperatorHarness(server)

interface Ticket {
  readonly ticketId: number
  readonly assigneeId: number | null
  readonly assignee: string
}

let lastKey = 0
const open = async (content: string) => {
  const person = await make.addPerson()
  const headers = { 'idempotency-key': `operators-key-${++lastKey}` }
  const path = '/vmcloud/api/customer/customerService/openTicket'
  const { data } = await server.post(path, { kind: 'device', content }, { token: person.token, headers })
  return { ...person, ticketId: (data as Ticket).ticketId }
}
const list = async (token: string, query: string) =>
  ((await get(`getTickets?rows=100&${query}`, token)).data as { records: Ticket[] }).records
const idsOf = async (token: string, query: string) => (await list(token, query)).map(({ ticketId }) => ticketId)
const read = async (token: string, ticketId: number) =>
  (await get(`getTicket?ticketId=${ticketId}`, token)).data as Ticket

describe('the assignee of a ticket', () => {
  it('is the operator who answers first, under the name of now', async () => {
    const one = await addReady('support')
    const { ticketId } = await open('黑屏')
    await post('answerTicket', { ticketId, content: '请重启', attachmentIds: [] }, one.token)
    expect(await read(one.token, ticketId)).toMatchObject({ assigneeId: one.id, assignee: one.name })
    await db.update(operators).set({ displayName: '小云' }).where(eq(operators.id, one.id))
    expect(await read(one.token, ticketId)).toMatchObject({ assigneeId: one.id, assignee: '小云' })
    const other = await addReady('support')
    await post('answerTicket', { ticketId, content: '我也看看', attachmentIds: [] }, other.token)
    expect(await idsOf(one.token, `assigneeId=${one.id}`)).toEqual([ticketId])
    expect(await idsOf(one.token, `assigneeId=${other.id}`)).toEqual([])
  })

  it('can be anybody who may answer, and nobody', async () => {
    const one = await addReady('support')
    const finance = await addReady('finance')
    const gone = await addReady('support')
    await db.update(operators).set({ disabledAt: server.clock.now() }).where(eq(operators.id, gone.id))
    const { ticketId } = await open('卡顿')
    const assign = (operatorId: number | null) => post('assignTicket', { ticketId, operatorId }, one.token)
    expect((await assign(one.id)).code).toBe(200)
    for (const refused of [finance.id, gone.id, 999_999]) expect((await assign(refused)).code).toBe(1080)
    expect((await read(one.token, ticketId)).assigneeId).toBe(one.id)
    expect(await idsOf(one.token, 'assigneeId=0')).not.toContain(ticketId)
    expect((await assign(null)).code).toBe(200)
    expect(await idsOf(one.token, 'assigneeId=0')).toContain(ticketId)
  })

  it('is chosen from those who may answer; tickets of others can be found', async () => {
    const one = await addReady('support')
    const gone = await addReady('support')
    const finance = await addReady('finance')
    const { ticketId } = await open('闪退')
    await post('assignTicket', { ticketId, operatorId: gone.id }, one.token)
    await db.update(operators).set({ disabledAt: server.clock.now() }).where(eq(operators.id, gone.id))
    const { data } = await get('getTicketOperators', finance.token)
    const { records } = data as { records: { operatorId: number; isAssignable: boolean }[] }
    const assignable = (id: number) => records.find(({ operatorId }) => operatorId === id)?.isAssignable
    expect([assignable(one.id), assignable(gone.id), assignable(finance.id)]).toEqual([true, false, undefined])
  })

  it('is a name where the configured token answers for somebody without an account', async () => {
    const one = await addReady('support')
    const { ticketId } = await open('声音')
    await db.update(serviceTickets).set({ assignee: '小机' }).where(eq(serviceTickets.id, ticketId))
    expect(await read(one.token, ticketId)).toMatchObject({ assigneeId: null, assignee: '小机' })
    await post('assignTicket', { ticketId, operatorId: one.id }, one.token)
    expect(await read(one.token, ticketId)).toMatchObject({ assigneeId: one.id, assignee: one.name })
  })
})

describe('a search for tickets', () => {
  it('finds by title, number of ticket and number of user', async () => {
    const one = await addReady('readonly')
    const { ticketId, userId } = await open('画面100%花屏')
    const find = (text: string) => idsOf(one.token, `text=${encodeURIComponent(text)}`)
    expect(await find('100%花')).toEqual([ticketId])
    expect(await find('100_花')).toEqual([])
    expect(await find(String(ticketId))).toContain(ticketId)
    expect(await find(String(userId))).toContain(ticketId)
  })

  it('finds by a complete phone number, for those who see numbers', async () => {
    const [support, readonly] = [await addReady('support'), await addReady('readonly')]
    const { ticketId, userId } = await open('不能登录')
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    const phone = user?.mobilePhone ?? ''
    expect(await idsOf(support.token, `text=${phone}`)).toEqual([ticketId])
    expect(await idsOf(support.token, `text=${phone.slice(0, -1)}`)).toEqual([])
    expect(await idsOf(readonly.token, `text=${phone}`)).toEqual([])
  })
})
