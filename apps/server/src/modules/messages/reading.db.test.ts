import { MessageType } from '@yunji/contract/messages/rules'
import type { CountsAfterChange } from '@yunji/contract/messages/schema'
import { eventually } from '@yunji/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { createDevices } from '../../testing/devices.ts'
import { addEvents, createReader, readyOf, rechargeOf, recount } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_400_000_000)

/** A user with this many messages about money and about devices. */
const readerOf = async (recharges: number, readies = 0) => {
  const { userId, token } = await people.member()
  const reader = createReader(server, token)
  await addEvents(server, [
    ...Array.from({ length: recharges }, () => rechargeOf(userId)),
    ...Array.from({ length: readies }, () => readyOf(userId)),
  ])
  await eventually(async () => expect((await reader.unread()).longAll).toBe(recharges + readies))
  return { userId, ...reader }
}
type Reader = Awaited<ReturnType<typeof readerOf>>

const expectExactCounts = async (who: Reader) => {
  const counted = await recount(server, who.userId)
  expect(await who.unread()).toEqual(counted.unread)
  expect((await who.summary()).map(({ unreadCount }) => unreadCount)).toEqual(counted.byType)
}

describe('reading', () => {
  it('one message changes its counts at once, and a second time nothing', async () => {
    const who = await readerOf(2, 1)
    const [first] = (await who.list(MessageType.system)).records
    const answers = [await who.read(first?.messageId ?? 0), await who.read(first?.messageId ?? 0)]
    for (const { code, data } of answers) {
      expect(code).toBe(200)
      expect((data as CountsAfterChange).unread).toMatchObject({ longSettlement: 1, longNotice: 1, longAll: 2 })
      expect((data as CountsAfterChange).byType).toContainEqual({ messageType: MessageType.system, unreadCount: 1 })
    }
    expect((await who.list(MessageType.system)).records.map(({ isRead }) => isRead)).toEqual([1, 0])
    await expectExactCounts(who)
  })

  it('all of a type leaves the others, and what comes afterwards is unread', async () => {
    const who = await readerOf(3, 2)
    expect((await who.readAll(MessageType.system)).data).toMatchObject({ unread: { longSettlement: 0, longAll: 2 } })
    await addEvents(server, [rechargeOf(who.userId)])
    await eventually(async () => expect((await who.unread()).longAll).toBe(3))
    expect((await who.list(MessageType.system)).records.map(({ isRead }) => isRead)).toEqual([0, 1, 1, 1])
    expect((await who.readAll()).data).toMatchObject({ unread: { longAll: 0 } })
    await expectExactCounts(who)
  })

  it('nothing at all is fine for somebody who was never told anything', async () => {
    const who = await readerOf(0)
    expect(await who.readAll()).toMatchObject({ code: 200, data: { unread: { longAll: 0 } } })
    expect(await who.list(MessageType.notice)).toMatchObject({ records: [], page: 1, totalPage: 0 })
  })

  it('missing, deleted and foreign messages look alike, and stay as they are', async () => {
    const [who, other] = [await readerOf(1), await readerOf(1)]
    const [theirs] = (await other.list(MessageType.system)).records
    const answers = [
      await who.read(theirs?.messageId ?? 0),
      await who.read(999_999_999),
      await who.delete([theirs?.messageId ?? 0]),
      await who.delete([999_999_999]),
    ]
    expect(new Set(answers.map(({ code, msg }) => `${code} ${msg}`))).toEqual(new Set(['1080 内容不存在或已被删除']))
    expect((await other.list(MessageType.system)).records).toMatchObject([{ isRead: 0 }])
  })

  it('deleting takes unread ones out of the counts, and read ones not a second time', async () => {
    const who = await readerOf(3)
    const ids = (await who.list(MessageType.system)).records.map(({ messageId }) => messageId)
    await who.read(ids[0] ?? 0)
    expect((await who.delete(ids.slice(0, 2))).data).toMatchObject({ unread: { longSettlement: 1 } })
    expect((await who.list(MessageType.system)).records.map(({ messageId }) => messageId)).toEqual([ids[2]])
    await expectExactCounts(who)
  })
})

describe('counts', () => {
  it('are right when everybody reads the same messages at once', async () => {
    const who = await readerOf(40)
    const ids = (await who.list(MessageType.system, '&size=40')).records.map(({ messageId }) => messageId)
    await Promise.all([...ids, ...ids, ...ids].map((id) => who.read(id)))
    expect((await who.unread()).longAll).toBe(0)
    await expectExactCounts(who)
  })

  it('are right while messages come, are read, read at once and deleted, all at the same time', async () => {
    const who = await readerOf(60, 20)
    const money = (await who.list(MessageType.system, '&size=60')).records.map(({ messageId }) => messageId)
    const made = (await who.list(MessageType.deviceCreation, '&size=20')).records.map(({ messageId }) => messageId)
    const work = [
      ...money.slice(0, 40).map((id) => () => who.read(id)),
      ...[0, 10, 20, 30].map(
        (from) => () => who.delete([...money.slice(from, from + 15), ...made.slice(0, 5)].toReversed()),
      ),
      ...[0, 10, 20, 30].map((from) => () => who.delete(money.slice(from, from + 15))),
      ...Array.from(
        { length: 30 },
        (_, at) => () => addEvents(server, [at % 2 ? rechargeOf(who.userId) : readyOf(who.userId)]),
      ),
      () => who.readAll(MessageType.deviceCreation),
      () => who.readAll(MessageType.system),
      () => who.readAll(),
    ]
    // Fixed shuffle: the same in every run.
    const order = work.map((run, at) => ({ run, place: (at * 7919) % 1009 })).toSorted((a, b) => a.place - b.place)
    const answers = await Promise.all(order.map(({ run }) => run()))
    expect(answers.filter((answer) => answer && ![200, 1080].includes(answer.code))).toEqual([])
    await eventually(async () => {
      const { rows } = await server.database.pool.query('select 1 from outbox where delivered_at is null')
      expect(rows).toEqual([])
    })
    await expectExactCounts(who)
  })
})

describe('a list', () => {
  it('has pages that new messages do not move', async () => {
    const who = await readerOf(25)
    const first = await who.list(MessageType.system, '&size=10')
    expect(first).toMatchObject({ page: 1, totalPage: 3 })
    await addEvents(server, [rechargeOf(who.userId), rechargeOf(who.userId)])
    await eventually(async () => expect((await who.unread()).longAll).toBe(27))
    const [second, third] = [
      await who.list(MessageType.system, `&size=10&num=2&time=${first.time}`),
      await who.list(MessageType.system, `&size=10&num=3&time=${first.time}`),
    ]
    expect(third.totalPage).toBe(3)
    const ids = [first, second, third].flatMap(({ records }) => records.map(({ messageId }) => messageId))
    expect(ids).toHaveLength(25)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect((await who.list(MessageType.system, '&size=10')).records[0]?.messageId).toBeGreaterThan(ids[0] ?? 0)
  })

  it('begins at any moment, and has pages that nobody will ever reach', async () => {
    const who = await readerOf(1)
    const list = async (query: string) => (await who.list(MessageType.system, query)).records.length
    expect(await Promise.all([list('&time=0'), list('&time=999999999999999'), list('&num=100000&size=100')])).toEqual([
      0, 1, 0,
    ])
  })

  it('shows the device as it is now, to whom may see it', async () => {
    const devices = createDevices(server)
    const who = await readerOf(0)
    const { id } = await devices.addDevice(who.userId, { name: '改名之后' })
    const foreign = await devices.addDevice((await people.member()).userId)
    await addEvents(server, [readyOf(who.userId, id)])
    await addEvents(server, [readyOf(who.userId, foreign.id)])
    await eventually(async () => expect((await who.unread()).longAll).toBe(2))
    const { records } = await who.list(MessageType.deviceCreation)
    expect(records[0]?.device).toBeNull()
    expect(records[1]).toMatchObject({
      content: '星海远征 06 已创建完成，可以使用了。',
      device: { deviceId: id, name: '改名之后', state: 'running' },
      link: `/pages/webView/web_instance?deviceId=${id}&mode=control`,
    })
  })
})
