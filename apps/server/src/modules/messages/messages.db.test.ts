import { MessageType, noUnread } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { OutboxEvent } from '../../platform/outbox/events.ts'
import { addEvents, createReader, readyOf, rechargeOf } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_200_000_000)

const reader = async () => {
  const member = await people.member()
  return { ...member, ...createReader(server, member.token) }
}
type Reader = Awaited<ReturnType<typeof reader>>

const isUnread = (who: Reader, count: number) =>
  eventually(async () => expect((await who.unread()).longAll).toBe(count))

describe('an event', () => {
  it('becomes a message of its user, counted in its field and in its type', async () => {
    const who = await reader()
    expect(await who.unread()).toEqual(noUnread)
    await addEvents(server, [rechargeOf(who.userId), readyOf(who.userId)])
    await isUnread(who, 2)
    expect(await who.unread()).toEqual({ ...noUnread, longSettlement: 1, longNotice: 1, longAll: 2 })
    const { records } = await who.list(MessageType.system)
    expect(records).toMatchObject([
      { title: '余额充值成功', content: '¥1.00 已存入你的余额。', isRead: 0, device: null },
    ])
    const summary = await who.summary()
    expect(summary.map(({ unreadCount }) => unreadCount)).toEqual([0, 0, 0, 1, 1])
    expect(summary[3]?.latest?.title).toBe('星海远征 06 已创建完成，可以使用了')
    expect(summary[0]?.latest).toBeNull()
  })

  it('is told once, however often it is told', async () => {
    const who = await reader()
    await addEvents(server, [rechargeOf(who.userId, 'once')])
    await addEvents(server, [rechargeOf(who.userId, 'once'), rechargeOf(who.userId)])
    await isUnread(who, 2)
    expect((await who.list(MessageType.system)).records).toHaveLength(2)
  })

  it('is not told when what it tells about did not happen', async () => {
    const who = await reader()
    const failing = server.database.db.transaction(async (tx) => {
      await server.outbox.add(tx, rechargeOf(who.userId))
      throw new Error('it did not happen')
    })
    await expect(failing).rejects.toThrow('it did not happen')
    await addEvents(server, [readyOf(who.userId)])
    await isUnread(who, 1)
    expect((await who.list(MessageType.system)).records).toEqual([])
  })

  it('that no words can be found for holds up nothing', async () => {
    const who = await reader()
    const unknown = { ...readyOf(who.userId), event: 'somethingOld' } as unknown as OutboxEvent
    await addEvents(server, [unknown, rechargeOf(who.userId)])
    await eventually(async () => expect((await who.list(MessageType.system)).records).toHaveLength(1))
    const { rows } = await server.database.db.execute(sql`select event from outbox where failure is not null`)
    expect(rows).toEqual([{ event: 'somethingOld' }])
  })
})
