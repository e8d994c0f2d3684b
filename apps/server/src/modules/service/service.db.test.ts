import { createCanvas } from '@napi-rs/canvas'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts'
import { seedArticles } from '../../seed/articles.ts'
import { devices, streamTickets } from '../../tables/devices.ts'
import { users } from '../../tables/identity.ts'
import { messages } from '../../tables/messages.ts'
import { settings } from '../../tables/platform.ts'
import { serviceArticles, servicePictures, serviceTickets } from '../../tables/service.ts'
import { createDevices } from '../../testing/devices.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { OPERATOR_TOKEN } from '../../testing/server-harness.ts'
import { useServer } from '../../testing/use-server.ts'
import { eraseService, listPictureIdsOf } from './index.ts'

const server = await useServer()
const make = createDevices(server)
const { addReady, get } = createOperatorHarness(server)
const { db } = server.database
const SERVICE = '/vmcloud/api/customer/customerService'
const CONTACT = '/vmcloud/api/customer/contact'
const OPERATOR = '/vmcloud/api/operator'

let lastKey = 0
const once = (token: string) => ({ token, headers: { 'idempotency-key': `service-key-${++lastKey}-of-this-test` } })
const operate = (name: string, body: object) => server.post(`${OPERATOR}/${name}`, body, { token: OPERATOR_TOKEN })
const open = async (token: string, more: object = {}) =>
  server.post(`${SERVICE}/openTicket`, { kind: 'device', content: '打不开', ...more }, once(token))
const idOf = ({ data }: { data: unknown }) => (data as { ticketId: number }).ticketId
const read = async (token: string, ticketId: number) =>
  (await server.get(`${SERVICE}/getTicket?ticketId=${ticketId}`, { token })).data as Record<string, unknown>
const answer = (ticketId: number, more: object = {}) =>
  operate('answerTicket', { ticketId, operatorName: '小云', content: '请重启试试', ...more })
const reply = (token: string, ticketId: number, more: object = {}) =>
  server.post(`${SERVICE}/replyTicket`, { ticketId, content: '还是不行', ...more }, once(token))

const HOURS = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59', holidays: [] }
const SETTINGS = {
  url: 'https://kf.example.com/chat',
  phone: '400-123-4567',
  wechat: 'yunji_kf',
  hours: HOURS,
  answerMinutes: 120,
}

beforeEach(async () => {
  await db.delete(settings)
})

describe('ways of contact', () => {
  it('are empty until an operator has set them, and then those', async () => {
    const none = { url: '', phone: '', wechat: '', workingHours: '', isOpenNow: null }
    expect((await server.get(`${SERVICE}/getUrl`)).data).toEqual(none)
    expect((await operate('setServiceSettings', SETTINGS)).code).toBe(200)
    const { url, phone, wechat } = SETTINGS
    const set = { url, phone, wechat, workingHours: '每天 00:00–23:59', isOpenNow: true }
    expect((await server.get(`${SERVICE}/getUrl`)).data).toEqual(set)
    await db.update(settings).set({ value: { url: 'javascript:alert(1)' } })
    expect((await server.get(`${SERVICE}/getUrl`)).data).toEqual(none)
  })

  it.each([
    { url: 'http://kf.example.com' },
    { url: 'javascript:alert(1)' },
    { phone: 'call me' },
    { hours: { ...HOURS, from: '18:00', to: '09:00' } },
    { hours: { ...HOURS, holidays: ['2027-02-29'] } },
  ])('that do not fit are refused: %j', async (wrong) =>
    expect((await operate('setServiceSettings', { ...SETTINGS, ...wrong })).code).toBe(1080),
  )
})

describe('common questions', () => {
  it('ship with the product, are found without spaces, and stay as an operator leaves them', async () => {
    await seedArticles(db, server.clock)
    const all = (await server.get(`${SERVICE}/getArticleList`)).data as {
      articles: { articleId: number; title: string }[]
    }
    expect(all.articles.length).toBeGreaterThan(15)
    const find = async (keyword: string) => {
      const { data } = await server.get(`${SERVICE}/getArticleList?keyword=${encodeURIComponent(keyword)}`)
      return (data as typeof all).articles.map(({ title }) => title)
    }
    expect((await find('云手机画面好卡啊'))[0]).toContain('卡顿')
    expect((await find('我要退款'))[0]).toContain('退款')
    expect((await find('注销'))[0]).toContain('注销')
    expect((await find('APK'))[0]).toContain('文件和应用')
    expect((await find('验证码收不到'))[0]).toContain('验证码')
    expect(await find('xyzzy')).toEqual([])
    expect(await find('%_')).toEqual([])

    const articleId = all.articles[0]?.articleId ?? 0
    await operate('publishArticle', { articleId, isPublished: false })
    await seedArticles(db, server.clock)
    expect((await server.get(`${SERVICE}/getArticle?articleId=${articleId}`)).code).toBe(1080)
  })

  it('are voted on once by each person, who may change it', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const fields = { category: '测试', title: '投票', body: '正文' }
    const { articleId } = (await operate('createArticle', fields)).data as { articleId: number }
    const vote = (token: string, isHelpful: boolean) =>
      server.post(`${SERVICE}/voteArticle`, { articleId, isHelpful }, { token })
    expect((await vote(one.token, true)).code).toBe(1080)
    await operate('publishArticle', { articleId, isPublished: true })
    await Promise.all([vote(one.token, true), vote(one.token, true), vote(other.token, true)])
    expect((await vote(one.token, true)).data).toEqual({ helpfulCount: 2 })
    expect((await vote(one.token, false)).data).toEqual({ helpfulCount: 1 })
    const [row] = await db.select().from(serviceArticles).where(eq(serviceArticles.id, articleId))
    expect(row).toMatchObject({ helpfulCount: 1, unhelpfulCount: 1 })
    const seen = async (token?: string) =>
      (await server.get(`${SERVICE}/getArticle?articleId=${articleId}`, token ? { token } : {})).data
    expect(await seen()).toMatchObject({ title: '投票', vote: null })
    expect(await seen(one.token)).toMatchObject({ vote: false })
  })
})

describe('a ticket', () => {
  it('goes from a question to an answer, an end, a second beginning and a rating', async () => {
    await operate('setServiceSettings', { ...SETTINGS })
    const { token, userId } = await make.addPerson()
    const opened = await open(token)
    const ticketId = idOf(opened)
    expect(opened.data).toMatchObject({ state: 'open', title: '打不开', isUnread: false })
    expect((opened.data as { dueAt: number }).dueAt).toBeGreaterThan(server.clock.now().getTime())

    expect((await answer(ticketId)).code).toBe(200)
    const told = await eventually(async () => {
      const [message] = await db.select().from(messages).where(eq(messages.userId, userId))
      expect(message).toMatchObject({ title: '客服回复了你的工单' })
      return message
    })
    expect(told?.link).toBe(`/pages/CustomerService/index?view=ticket&ticketId=${ticketId}`)
    expect(await read(token, ticketId)).toMatchObject({ state: 'answered', isUnread: true, dueAt: null })
    const unread = async () => (await server.get(`${SERVICE}/getUnreadTickets`, { token })).data
    expect(await unread()).toEqual({ unread: 1 })
    await server.post(`${SERVICE}/readTicket`, { ticketId }, { token })
    expect(await unread()).toEqual({ unread: 0 })
    expect(await read(token, ticketId)).toMatchObject({ isUnread: false })

    await operate('addTicketNote', { ticketId, operatorName: '小云', content: '内部备注' })
    expect(JSON.stringify(await read(token, ticketId))).not.toContain('内部备注')
    await answer(ticketId, { isQuestion: true, content: '哪个区域？' })
    expect(await read(token, ticketId)).toMatchObject({ state: 'waiting' })
    expect((await reply(token, ticketId)).data).toMatchObject({ state: 'open' })

    const rate = (rating: number) => server.post(`${SERVICE}/rateTicket`, { ticketId, rating, words: '快' }, { token })
    expect((await rate(5)).code).toBe(1080)
    expect((await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })).data).toMatchObject({
      state: 'closed',
    })
    expect((await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })).code).toBe(200)
    expect((await answer(ticketId)).msg).toBe('工单已关闭')
    expect((await rate(5)).code).toBe(200)
    expect((await rate(1)).code).toBe(1080)
    expect(await read(token, ticketId)).toMatchObject({ rating: 5, ratingWords: '快' })

    server.clock.advance(7 * DAY_MS - 1)
    expect((await reply(token, ticketId)).data).toMatchObject({ state: 'open' })
    await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })
    server.clock.advance(7 * DAY_MS)
    expect((await reply(token, ticketId)).msg).toContain('超过 7 天')
  })

  it('promises no time where no hours are set, and a second message does not put the answer off', async () => {
    const { token } = await make.addPerson()
    expect((await open(token)).data).toMatchObject({ dueAt: null })
    await operate('setServiceSettings', SETTINGS)
    const opened = await open(token)
    server.clock.advance(HOUR_MS)
    const { dueAt } = opened.data as { dueAt: number }
    expect((await reply(token, idOf(opened))).data).toMatchObject({ dueAt })
  })

  it('that was answered closes by itself after a week, and its owner is told', async () => {
    const { token, userId } = await make.addPerson()
    const [ticketId, waiting] = [idOf(await open(token)), idOf(await open(token))]
    await answer(ticketId)
    const settle = async () => server.periodicJobs.find(({ name }) => name === 'service.settleTickets')?.run()
    server.clock.advance(7 * DAY_MS - 1)
    await settle()
    expect(await read(token, ticketId)).toMatchObject({ state: 'answered' })
    server.clock.advance(1)
    await settle()
    await settle()
    expect(await read(token, ticketId)).toMatchObject({ state: 'closed' })
    expect(await read(token, waiting)).toMatchObject({ state: 'open' })
    await eventually(async () => {
      const own = await db.select().from(messages).where(eq(messages.userId, userId))
      expect(own.filter(({ title }) => title === '工单已关闭')).toHaveLength(1)
    })
  })

  it('is its owner’s alone', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const ticketId = idOf(await open(one.token))
    const missing = (await server.get(`${SERVICE}/getTicket?ticketId=99999`, { token: other.token })).msg
    const foreign = [
      await server.get(`${SERVICE}/getTicket?ticketId=${ticketId}`, { token: other.token }),
      await reply(other.token, ticketId),
      await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token: other.token }),
      await server.post(`${SERVICE}/readTicket`, { ticketId }, { token: other.token }),
    ]
    expect(foreign.map(({ code, msg }) => [code, msg])).toEqual(foreign.map(() => [1080, missing]))
    expect((await server.get(`${SERVICE}/getTicketList`, { token: other.token })).data).toMatchObject({ records: [] })
  })

  it('is bounded: five open ones, ten a day, twenty replies an hour', async () => {
    const { token } = await make.addPerson()
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(token)))
    expect(opened.filter(({ code }) => code === 200)).toHaveLength(5)
    expect(opened.find(({ code }) => code !== 200)?.msg).toContain('5 个处理中')
    const ids = opened.filter(({ code }) => code === 200).map(idOf)
    for (const ticketId of ids) await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })
    for (let count = 0; count < 5; count += 1) {
      const ticketId = idOf(await open(token))
      await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })
    }
    expect((await open(token)).msg).toContain('今天')
    let sent = 0
    while (sent < 30 && (await reply(token, ids[0] ?? 0)).code === 200) sent += 1
    // The ten openings count as well.
    expect(sent).toBe(10)
  })

  it('answers the same key with the same ticket', async () => {
    const { token } = await make.addPerson()
    const options = once(token)
    const body = { kind: 'other', content: '一次' }
    const first = await server.post(`${SERVICE}/openTicket`, body, options)
    expect(idOf(await server.post(`${SERVICE}/openTicket`, body, options))).toBe(idOf(first))
  })
})

describe('the context of a ticket', () => {
  it('is what the server saw of a device, and stays so', async () => {
    const { token, userId } = await make.addPerson()
    const device = await make.addDevice(userId, { name: '一号机', state: 'running' })
    const [createdAt, closedAt] = [server.clock.now(), later(server.clock.now(), 60_000)]
    await db.insert(streamTickets).values({
      tokenHash: Buffer.alloc(32, 9),
      userId,
      sessionId: 1,
      deviceId: device.id,
      mode: 'control',
      kind: 'resume',
      createdAt,
      expiresAt: later(createdAt, DAY_MS),
      closedAt,
      sentFrames: 900,
      skippedFrames: 30,
      sentBytes: 5_000_000,
    })
    const ticketId = idOf(await open(token, { deviceId: device.id }))
    await db.update(devices).set({ state: 'stopped', name: '改名' }).where(eq(devices.id, device.id))
    const { context } = await read(token, ticketId)
    expect(context).toMatchObject({
      device: { deviceId: device.id, name: '一号机', state: 'running', zoneName: '测试区' },
      stream: { frames: 900, skippedFrames: 30, bytes: 5_000_000, closedAt: closedAt.getTime() },
    })
  })

  it('holds nothing that the caller may not see', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const { id: deviceId } = await make.addDevice(owner.userId)
    for (const about of [{ deviceId }, { orderId: 1 }, { taskId: 1 }])
      expect((await open(guest.token, about)).code).toBe(1080)
    expect(await db.$count(serviceTickets, eq(serviceTickets.userId, guest.userId))).toBe(0)
    await make.grant(deviceId, guest.userId, 'view')
    expect((await open(guest.token, { deviceId })).code).toBe(200)
  })
})

describe('pictures', () => {
  const payload = createCanvas(20, 20).toBuffer('image/png')
  const upload = async (token: string) => {
    const headers = { token, 'content-type': 'image/png' }
    const answered = await server.app.inject({ method: 'POST', url: '/customer/ticketPicture', payload, headers })
    return answered.json() as { code: number; msg: string; data: { attachmentId: string } }
  }

  it('come with a reply, once, from their owner, and are shown by a signed address', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const { attachmentId } = (await upload(one.token)).data
    const attachmentIds = [attachmentId]
    expect((await open(other.token, { attachmentIds })).code).toBe(1080)
    const ticketId = idOf(await open(one.token, { attachmentIds }))
    expect((await reply(one.token, ticketId, { attachmentIds })).code).toBe(1080)
    const { replies } = (await read(one.token, ticketId)) as { replies: { pictures: string[] }[] }
    const url = replies[0]?.pictures[0] ?? ''
    const shown = await server.app.inject({ url })
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload.equals(payload)).toBe(true)
    // Bits of the last letter alone are padding.
    expect((await server.app.inject({ url: `${url.slice(0, -8)}${'x'.repeat(8)}` })).statusCode).toBe(404)
    server.clock.advance(2 * HOUR_MS)
    expect((await server.app.inject({ url })).statusCode).toBe(404)
  })

  it('of an operator come with an answer, and go with the ticket or its account', async () => {
    const { token, userId } = await make.addPerson()
    const ticketId = idOf(await open(token))
    const send = (operatorToken: string) =>
      server.app.inject({
        method: 'POST',
        url: '/operator/ticketPicture',
        payload,
        headers: { token: operatorToken, 'content-type': 'image/png' },
      })
    expect((await send(token)).json()).toMatchObject({ code: 2017 })
    const { attachmentId } = ((await send(OPERATOR_TOKEN)).json() as { data: { attachmentId: string } }).data
    const attachmentIds = [attachmentId]
    // A customer cannot send the picture of an operator, nor an operator that of a customer.
    expect((await reply(token, ticketId, { attachmentIds })).code).toBe(1080)
    const own = (await upload(token)).data.attachmentId
    expect((await answer(ticketId, { attachmentIds: [own] })).code).toBe(1080)
    expect((await answer(ticketId, { attachmentIds })).code).toBe(200)
    expect((await answer(ticketId, { attachmentIds })).code).toBe(1080)
    const { replies } = (await read(token, ticketId)) as { replies: { author: string; pictures: string[] }[] }
    expect(replies.map(({ author, pictures }) => [author, pictures.length])).toEqual([
      ['customer', 0],
      ['operator', 1],
    ])
    expect((await server.app.inject({ url: replies[1]?.pictures[0] ?? '' })).statusCode).toBe(200)
    await db.transaction(async (tx) => {
      expect(await listPictureIdsOf(tx, userId, null)).toEqual(expect.arrayContaining([own, attachmentId]))
      await eraseService(tx, userId, null)
    })
    expect(await db.$count(servicePictures, eq(servicePictures.id, attachmentId))).toBe(0)
  })

  it('that are not sent are bounded, and gone after a day', async () => {
    const { token, userId } = await make.addPerson()
    const answers: number[] = []
    for (let count = 0; count < 13; count += 1) answers.push((await upload(token)).code)
    expect(answers).toEqual([...Array.from({ length: 12 }, () => 200), 1080])
    server.clock.advance(DAY_MS + 1)
    await server.runJob('service.sweep')
    expect(await db.$count(servicePictures, eq(servicePictures.userId, userId))).toBe(0)
  })

  it('go with their ticket, a year after its end', async () => {
    const { token } = await make.addPerson()
    const { attachmentId } = (await upload(token)).data
    const ticketId = idOf(await open(token, { attachmentIds: [attachmentId] }))
    await server.post(`${SERVICE}/closeTicket`, { ticketId }, { token })
    server.clock.advance(366 * DAY_MS)
    await server.runJob('service.sweep')
    expect(await db.$count(serviceTickets, eq(serviceTickets.id, ticketId))).toBe(0)
    expect(await db.$count(servicePictures, eq(servicePictures.id, attachmentId))).toBe(0)
  })
})

describe('somebody who cannot log in', () => {
  const prove = async (mobilePhone: string) => {
    await server.post('/vmcloud/api/sms/sendCode', { mobilePhone, type: SmsPurpose.contactService })
    const code = server.lastCode(mobilePhone)
    const { data } = await server.post(`${CONTACT}/prove`, { mobilePhone, code })
    return (data as { contactToken: string }).contactToken
  }
  const write = (contactToken: string) =>
    server.post(`${CONTACT}/openTicket`, { contactToken, kind: 'account', content: '账号被冻结' })

  it('proves the number by a code of its own, and reads what is answered', async () => {
    const mobilePhone = '13900099001'
    expect((await server.post(`${CONTACT}/prove`, { mobilePhone, code: '000000' })).code).toBe(1006)
    const contactToken = await prove(mobilePhone)
    const opened = await write(contactToken)
    const ticketId = idOf(opened)
    for (const [role, contactPhone] of [
      ['support', mobilePhone],
      ['finance', '139****9001'],
      ['readonly', '139****9001'],
    ] as const) {
      const operator = await addReady(role)
      expect((await get(`getTicket?ticketId=${ticketId}`, operator.token)).data).toMatchObject({ contactPhone })
      const { records } = (await get('getTickets?rows=100', operator.token)).data as { records: { ticketId: number }[] }
      expect(records.find((record) => record.ticketId === ticketId)).toMatchObject({ contactPhone })
    }
    await answer(ticketId)
    const { data } = await server.post(`${CONTACT}/getTicket`, { contactToken, ticketId })
    expect(data).toMatchObject({ state: 'answered', replies: [{ author: 'customer' }, { content: '请重启试试' }] })
    const again = { contactToken, ticketId, content: '谢谢' }
    expect((await server.post(`${CONTACT}/replyTicket`, again)).data).toMatchObject({ state: 'open' })
    await write(contactToken)
    expect((await write(contactToken)).msg).toContain('2 个处理中')

    const stranger = await prove('13900099002')
    expect((await server.post(`${CONTACT}/getTickets`, { contactToken: stranger })).data).toEqual({ records: [] })
    expect((await server.post(`${CONTACT}/getTicket`, { contactToken: stranger, ticketId })).code).toBe(1080)
    server.clock.advance(DAY_MS)
    expect((await server.post(`${CONTACT}/getTickets`, { contactToken })).msg).toContain('重新验证')
    server.clock.advance(90 * DAY_MS)
    expect((await server.post(`${CONTACT}/getTickets`, { contactToken: await prove(mobilePhone) })).data).toEqual({
      records: [],
    })
  })

  it('is told of answers by SMS, once until they write again, and can close and rate', async () => {
    const mobilePhone = '13900099003'
    const contactToken = await prove(mobilePhone)
    const ticketId = idOf(await write(contactToken))
    const notes = () =>
      (server.providers.inbox?.list() ?? []).filter(
        (sent) => sent.mobilePhone === mobilePhone && sent.text?.includes('工单'),
      )
    await answer(ticketId)
    await eventually(() => expect(notes()).toHaveLength(1))
    expect(notes()[0]?.text).toContain(`客服回复了你的工单 ${ticketId}`)
    await answer(ticketId)
    await server.post(`${CONTACT}/replyTicket`, { contactToken, ticketId, content: '谢谢' })
    await answer(ticketId)
    await eventually(() => expect(notes()).toHaveLength(2))

    const rate = (token: string) =>
      server.post(`${CONTACT}/rateTicket`, { contactToken: token, ticketId, rating: 4, words: '' })
    const close = (token: string) => server.post(`${CONTACT}/closeTicket`, { contactToken: token, ticketId })
    expect((await rate(contactToken)).code).toBe(1080)
    const stranger = await prove('13900099004')
    expect((await close(stranger)).code).toBe(1080)
    expect((await close(contactToken)).data).toMatchObject({ state: 'closed' })
    expect((await rate(stranger)).code).toBe(1080)
    expect((await rate(contactToken)).code).toBe(200)
    expect((await rate(contactToken)).code).toBe(1080)
    // Their own end is no news.
    expect(notes()).toHaveLength(2)
  })

  it('because the account is frozen finds the ticket in it later', async () => {
    const { token, userId } = await make.addPerson()
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, userId))
    expect((await open(token)).code).toBe(1057)
    expect((await server.get(`${SERVICE}/getUrl`, { token })).code).toBe(200)
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    const ticketId = idOf(await write(await prove(user?.mobilePhone ?? '')))
    expect((await open(token)).code).toBe(1057)
    await db.update(users).set({ frozenAt: null }).where(eq(users.id, userId))
    expect(await read(token, ticketId)).toMatchObject({ title: '账号被冻结', context: {} })
  })
})

describe('an operator', () => {
  it('sees overdue tickets first, filters and closes', async () => {
    await operate('setServiceSettings', SETTINGS)
    const { token } = await make.addPerson()
    const late = idOf(await open(token))
    server.clock.advance(3 * HOUR_MS)
    const newer = idOf(await open(token, { kind: 'order' }))
    const list = async (query: string) => {
      const { data } = await server.get(`${OPERATOR}/getTickets?rows=100&${query}`, { token: OPERATOR_TOKEN })
      return (data as { records: { ticketId: number; isOverdue: boolean }[] }).records
    }
    const overdue = await list('overdue=1')
    expect(overdue.map(({ ticketId }) => ticketId)).toContain(late)
    expect(overdue.map(({ ticketId }) => ticketId)).not.toContain(newer)
    expect((await operate('closeTicket', { ticketId: newer })).code).toBe(200)
    expect(await read(token, newer)).toMatchObject({ state: 'closed' })
    await operate('addTicketNote', { ticketId: late, operatorName: '小云', content: '备注' })
    const { data } = await server.get(`${OPERATOR}/getTicket?ticketId=${late}`, { token: OPERATOR_TOKEN })
    expect(data).toMatchObject({ isOverdue: true, replies: [{ author: 'customer' }, { author: 'note' }] })
    for (const call of ['assignTicket', 'closeTicket'])
      expect(
        (await operate(call, { ticketId: 999_999, ...(call === 'assignTicket' && { operatorId: null }) })).code,
      ).toBe(1080)
  })
})
