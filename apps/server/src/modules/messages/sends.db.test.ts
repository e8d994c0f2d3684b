import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { beforeAll, describe, expect, it } from 'vitest'
import { REFUSING_OPENID } from '../../adapters/subscription-messages/embedded.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { OutboxEvent } from '../../platform/outbox/events.ts'
import { SubscriptionBusy } from '../../platform/subscription-messages.ts'
import { wechatAccounts } from '../../tables/identity.ts'
import { addEvents, readyOf, rechargeOf } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'
import { sendAll } from './send-messages.ts'

const SETTINGS = '/vmcloud/api/message/getMessageSettings'
const UPDATE = '/vmcloud/api/message/updateMessageSetting'
const AGREE = '/vmcloud/api/message/addSubscription'
const { system, deviceCreation, renewalReminder } = MessageType

const server = await useServer()
const people = createPeople(server, 13_700_100_000)

/** A user who logged in through the mini-program. */
const subscriber = async (openid = `demo-applet-${people.newPhone()}`) => {
  const member = await people.member()
  const account = { appId: 'demo-applet', openid, userId: member.userId, createdAt: server.clock.now() }
  await server.database.db.insert(wechatAccounts).values(account)
  const ask = (path: string, body: object) => server.post(path, body, { token: member.token })
  return {
    ...member,
    openid,
    agree: (messageType: number) => ask(AGREE, { messageType }),
    set: (change: object) => ask(UPDATE, change),
    left: async (messageType: number) => {
      const { data } = await server.get(SETTINGS, { token: member.token })
      const { settings } = data as { settings: { messageType: number; subscriptionsLeft: number }[] }
      return settings.find((one) => one.messageType === messageType)?.subscriptionsLeft
    },
  }
}

let reminders = 0
const expiringOf = (userId: number, deviceId: number): OutboxEvent => {
  const remainingMs = 120 * MINUTE_MS
  const expiresAt = server.clock.now().getTime() + remainingMs
  const payload = { deviceId, deviceName: `云端农场 ${deviceId}`, expiresAt, remainingMs }
  return { event: 'deviceExpiring', userId, key: `expiring:${++reminders}`, payload }
}

const states = async (userId: number): Promise<string[]> => {
  const { rows } = await server.database.pool.query<{ told: string }>(
    `select way || ' ' || s.state as told from message_sends s join messages m on m.id = s.message_id
     where m.user_id = $1 order by m.id, way`,
    [userId],
  )
  return rows.map(({ told }) => told)
}
const eventuallyStates = (userId: number, expected: string[]) =>
  eventually(async () => expect(await states(userId)).toEqual(expected))

const brought = (openid: string) => server.providers.subscriptionInbox?.list().filter((one) => one.openid === openid)
const texts = (mobilePhone: string) =>
  server.providers.inbox
    ?.list()
    .filter((one) => one.mobilePhone === mobilePhone)
    .map(({ text }) => text)

describe('settings', () => {
  it('are off at first but for the SMS of reminders, and tell what the mini-program asks for', async () => {
    const { token } = await people.member()
    const { data } = await server.get(SETTINGS, { token })
    const off = { isSubscribed: false, subscriptionsLeft: 0 }
    expect(data).toMatchObject({
      settings: [1, 2, 3, 4, 5].map((messageType) => ({
        messageType,
        ...off,
        isSentBySms: messageType === renewalReminder,
      })),
      templates: [1, 2, 3, 4, 5].map((messageType) => ({ messageType, templateId: `demo-template-${messageType}` })),
    })
  })

  it('change one by one, and count agreements', async () => {
    const who = await subscriber()
    expect((await who.set({ messageType: system, isSentBySms: true })).data).toMatchObject({
      settings: [{}, {}, {}, {}, { isSentBySms: true, isSubscribed: false }],
    })
    await who.agree(system)
    expect((await who.agree(system)).data).toMatchObject({
      settings: [{}, {}, {}, {}, { isSentBySms: true, isSubscribed: true, subscriptionsLeft: 2 }],
    })
    expect((await who.set({ messageType: system, isSubscribed: false })).data).toMatchObject({
      settings: [{}, {}, {}, {}, { isSubscribed: false, subscriptionsLeft: 2 }],
    })
  })

  it('bound how many agreements stand', async () => {
    const who = await subscriber()
    await Promise.all(Array.from({ length: 105 }, () => who.agree(renewalReminder)))
    expect(await who.left(renewalReminder)).toBe(100)
  })
})

describe('a message goes outside', () => {
  it('through WeChat once for each agreement, and never without one', async () => {
    const who = await subscriber()
    await who.agree(system)
    await who.agree(system)
    await addEvents(server, [
      rechargeOf(who.userId),
      rechargeOf(who.userId),
      rechargeOf(who.userId),
      readyOf(who.userId),
    ])
    await eventuallyStates(who.userId, ['subscription sent', 'subscription sent'])
    expect(brought(who.openid)).toHaveLength(2)
    expect(brought(who.openid)?.[0]).toMatchObject({
      templateId: 'demo-template-5',
      page: 'pages/user/recharge',
      lines: ['余额充值成功', '余额已充值 ¥1.00', '2026-11-15 16:00'],
    })
    expect(await who.left(system)).toBe(0)
  })

  it('by SMS, five times a day and whatever their type', async () => {
    const who = await subscriber()
    await who.set({ messageType: system, isSentBySms: true })
    await who.set({ messageType: deviceCreation, isSentBySms: true })
    await addEvents(
      server,
      Array.from({ length: 4 }, () => rechargeOf(who.userId)),
    )
    await addEvents(
      server,
      Array.from({ length: 4 }, () => readyOf(who.userId)),
    )
    await eventuallyStates(who.userId, Array(5).fill('sms sent'))
    expect(texts(who.mobilePhone)).toHaveLength(5)
    expect(texts(who.mobilePhone)).toContain('【云机】余额已充值 ¥1.00，请打开云机查看。')
    server.clock.advance(DAY_MS)
    await addEvents(server, [rechargeOf(who.userId)])
    await eventuallyStates(who.userId, Array(6).fill('sms sent'))
  })

  it('by SMS for reminders from the start, one for phones that end together', async () => {
    const who = await subscriber()
    await addEvents(server, [expiringOf(who.userId, 1), expiringOf(who.userId, 2), readyOf(who.userId)])
    await eventuallyStates(who.userId, ['sms sent'])
    expect(texts(who.mobilePhone)).toEqual(['【云机】云端农场 1 等 2 台设备将在 2 小时后到期，请打开云机查看。'])
  })

  it('by SMS also for those who have only agreed to WeChat', async () => {
    const who = await subscriber()
    await who.agree(renewalReminder)
    await addEvents(server, [expiringOf(who.userId, 1)])
    await eventuallyStates(who.userId, ['sms sent', 'subscription sent'])
    expect(texts(who.mobilePhone)).toEqual(['【云机】云端农场 1 将在 2 小时后到期，请打开云机查看。'])
  })

  it('not by SMS for those who have switched it off, nor about what they have just done', async () => {
    const who = await subscriber()
    await who.set({ messageType: renewalReminder, isSentBySms: false })
    await who.set({ messageType: system, isSentBySms: true })
    const stopper = await subscriber()
    await stopper.set({ messageType: system, isSentBySms: true })
    const stopped = { deviceId: 1, deviceName: '云端农场 1', releasesAt: server.clock.now().getTime() + DAY_MS }
    await addEvents(server, [
      expiringOf(who.userId, 1),
      rechargeOf(who.userId),
      { event: 'meteredStopped', userId: stopper.userId, key: 'stopped:1', payload: stopped },
      rechargeOf(stopper.userId),
    ])
    for (const { userId, mobilePhone } of [who, stopper]) {
      await eventuallyStates(userId, ['sms sent'])
      expect(texts(mobilePhone)).toEqual(['【云机】余额已充值 ¥1.00，请打开云机查看。'])
    }
  })

  it('and when the user agrees no more, none of the agreements counts', async () => {
    const who = await subscriber(REFUSING_OPENID)
    await who.agree(system)
    await who.agree(system)
    await addEvents(server, [rechargeOf(who.userId)])
    await eventuallyStates(who.userId, ['subscription refused'])
    expect(await who.left(system)).toBe(0)
  })

  it('not, where nobody knows them in the mini-program', async () => {
    const { userId, token } = await people.member()
    await server.post(AGREE, { messageType: system }, { token })
    await addEvents(server, [rechargeOf(userId)])
    await eventually(async () => expect(await states(userId)).toEqual(['subscription refused']))
  })
})

describe('a provider that fails', () => {
  const failing = (failures: Error[]) => {
    const sent: string[] = []
    const { providers, database, clock } = server
    const subscriptions = {
      ...providers.subscriptions,
      send: async ({ openid }: { openid: string }) => {
        const failure = failures.shift()
        if (failure) throw failure
        sent.push(openid)
      },
    }
    const log = { warn: () => undefined } as never
    return { sent, run: () => sendAll({ database, clock, log, sms: providers.sms, subscriptions }) }
  }
  const TESTS = 6
  const ready: Awaited<ReturnType<typeof subscriber>>[] = []
  // Stops the server's own worker: it must not take the sends that these tests put back.
  beforeAll(async () => {
    for (let made = 0; made < TESTS; made += 1) {
      const who = await subscriber()
      await who.agree(system)
      await addEvents(server, [rechargeOf(who.userId)])
      await eventuallyStates(who.userId, ['subscription sent'])
      ready.push(who)
    }
    await server.jobs.stop()
  })
  /** A user with a waiting send. */
  const waiting = async () => {
    const who = ready.pop()
    if (!who) throw new Error('there are more tests than people')
    await server.database.pool.query(
      `update message_sends s set state = 'waiting', tries = 0, due_at = $2 from messages m
       where m.id = s.message_id and m.user_id = $1`,
      [who.userId, server.clock.now()],
    )
    return who
  }

  it('is tried again later, and then no more', async () => {
    const who = await waiting()
    const refused = Object.assign(new Error('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    })
    const { sent, run } = failing([new SubscriptionBusy('45009'), refused])
    await run()
    expect(await states(who.userId)).toEqual(['subscription waiting'])
    await run()
    expect(sent).toEqual([])
    server.clock.advance(MINUTE_MS)
    await run()
    server.clock.advance(2 * MINUTE_MS)
    await run()
    await run()
    expect(sent).toEqual([who.openid])
    expect(await states(who.userId)).toEqual(['subscription sent'])
  })

  it('is given up after five tries', async () => {
    const who = await waiting()
    const { run } = failing(Array.from({ length: 9 }, () => new SubscriptionBusy('-1')))
    for (let tries = 0; tries < 5; tries += 1) {
      await run()
      server.clock.advance(DAY_MS)
    }
    expect(await states(who.userId)).toEqual(['subscription refused'])
  })

  it.each([
    ['does not answer in time', Object.assign(new Error('timeout'), { name: 'TimeoutError' }), 'unknown'],
    ['hangs up', new Error('fetch failed'), 'unknown'],
    ['refuses', new Error('47003 argument invalid'), 'refused'],
  ])('is not asked twice when it %s', async (_how, failure, state) => {
    const who = await waiting()
    const { sent, run } = failing([failure])
    await run()
    server.clock.advance(DAY_MS)
    await run()
    expect(sent).toEqual([])
    expect(await states(who.userId)).toEqual([`subscription ${state}`])
  })

  it('gets nothing twice when the sender dies while sending', async () => {
    const who = await waiting()
    await server.database.pool.query(
      `update message_sends s set state = 'sending', due_at = $2 from messages m where m.id = s.message_id and m.user_id = $1`,
      [who.userId, server.clock.now()],
    )
    const { sent, run } = failing([])
    await run()
    expect(await states(who.userId)).toEqual(['subscription sending'])
    server.clock.advance(11 * MINUTE_MS)
    await run()
    expect([await states(who.userId), sent]).toEqual([['subscription unknown'], []])
  })
})
