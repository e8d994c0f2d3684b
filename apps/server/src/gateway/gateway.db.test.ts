import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import {
  MAX_SCREENS,
  STREAM_PROTOCOL,
  TICKET_LIFETIME_MS,
  UPLOAD_KEY_HEADER,
} from '@yunji/contract/devices/device/stream'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../platform/clock.ts'
import { deviceGrants, devices, streamTickets } from '../tables/devices.ts'
import { createDevices } from '../testing/devices.ts'
import type { ScriptedScreen } from '../testing/scripted-screen.ts'
import { startServerHarness } from '../testing/server-harness.ts'
import { openStream, Refused, type StreamClient } from '../testing/stream-client.ts'
import { useServer } from '../testing/use-server.ts'
import { IDLE_LIMIT_MS, IDLE_WARNING_MS } from './idle.ts'

const TICKET = '/vmcloud/api/stream/createTicket'

const server = await useServer()
const make = createDevices(server)
await server.app.listen({ port: 0, host: '127.0.0.1' })
const port = (server.app.server.address() as AddressInfo).port
const open: StreamClient[] = []

beforeEach(() => {
  server.supplier.screens.length = 0
  server.supplier.failing.clear()
  server.supplier.bufferedFrame = undefined
})
afterEach(async () => {
  for (const client of open.splice(0)) client.socket.terminate()
  await eventually(async () => {
    if (!/yunji_stream_viewers 0\n/.test(await server.readMetrics())) throw new Error('somebody still looks')
  })
})

const ticketFor = async (token: string, deviceId: number, mode: 'view' | 'control' = 'control'): Promise<string> => {
  const { data } = await server.post(TICKET, { deviceId, mode }, { token })
  return (data as { ticket: string }).ticket
}
const view = async (ticket: string, options = {}): Promise<StreamClient> => {
  const client = await openStream(port, ticket, options)
  open.push(client)
  return client
}
const refusal = (work: Promise<unknown>): Promise<number | string> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof Refused ? error.status : String(error)),
  )
const newestScreen = (): Promise<ScriptedScreen> =>
  eventually(() => {
    const screen = server.supplier.screens.at(-1)
    if (!screen?.isOpen) throw new Error('no screen yet')
    return screen
  })
/** User who views a device of their own. */
const start = async () => {
  const person = await make.addPerson()
  const device = await make.addDevice(person.userId, { name: '主号' })
  const client = await view(await ticketFor(person.token, device.id))
  const hello = await client.hello()
  return { ...person, device, client, hello, screen: await newestScreen() }
}
const KEY = Uint8Array.of(0, 0, 0, 1, 0x65)
const DELTA = Uint8Array.of(0, 0, 0, 1, 0x41)

describe('a ticket', () => {
  it('opens one screen, once, of many that try at once', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const ticket = await ticketFor(token, device.id)
    const results = await Promise.all(Array.from({ length: 8 }, () => refusal(view(ticket))))
    expect(results.filter((result) => result === 'opened')).toHaveLength(1)
    expect(results.filter((result) => result === 401)).toHaveLength(7)
  })

  it('is stored as a hash, and lasts 30 seconds', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const [early, late] = [await ticketFor(token, device.id), await ticketFor(token, device.id)]
    const rows = await server.database.db.select().from(streamTickets).where(eq(streamTickets.deviceId, device.id))
    expect(JSON.stringify(rows)).not.toContain(early)
    server.clock.advance(29_999)
    expect(await refusal(view(early))).toBe('opened')
    server.clock.advance(1)
    expect(await refusal(view(late))).toBe(401)
  })

  it.each(['', 'x', 'A'.repeat(43), "' or 1=1"])('%j opens nothing', async (ticket) => {
    expect(await refusal(view('', { protocols: [STREAM_PROTOCOL, `ticket.${encodeURIComponent(ticket)}`] }))).toBe(401)
  })

  it('opens nothing after logout, after the grant was revoked, and after the device stopped', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    const grantId = await make.grant(device.id, guest.userId, 'view')
    const [ofOwner, ofGuest] = [
      await ticketFor(owner.token, device.id),
      await ticketFor(guest.token, device.id, 'view'),
    ]
    await server.post('/vmcloud/api/user/logoutUser', {}, { token: owner.token })
    expect(await refusal(view(ofOwner))).toBe(401)
    await server.database.db.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.id, grantId))
    expect(await refusal(view(ofGuest))).toBe(401)
  })

  it('to control is not given to one who may look only, nor any for a stopped device', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, 'view')
    const ask = (token: string, mode: string) => server.post(TICKET, { deviceId: device.id, mode }, { token })
    expect(await ask(guest.token, 'control')).toMatchObject({ code: 1080, msg: '没有该设备的操作权限' })
    expect((await ask(guest.token, 'view')).code).toBe(200)
    await server.database.db.update(devices).set({ state: 'stopped' }).where(eq(devices.id, device.id))
    expect(await ask(owner.token, 'control')).toMatchObject({ code: 1080, msg: '设备未运行' })
  })

  it('is not taken from a foreign page, and stays good for its own', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const ticket = await ticketFor(token, device.id)
    for (const origin of ['https://evil.example', 'null', `http://localhost:${port + 1}`]) {
      expect(await refusal(view(ticket, { origin }))).toBe(403)
    }
    expect(await refusal(view(ticket, { origin: `http://localhost:${port}` }))).toBe('opened')
  })

  it('is asked for where no socket is wanted', async () => {
    const answer = await server.app.inject('/stream')
    expect([answer.statusCode, answer.json().code]).toEqual([426, 1080])
  })
})

describe('the screens of one account', () => {
  const fill = async (userId: number, token: string, deviceId: number, kind: 'entry' | 'resume', count: number) => {
    const ticket = await ticketFor(token, deviceId)
    const [row] = await server.database.db.select().from(streamTickets).where(eq(streamTickets.userId, userId))
    if (!row) throw new Error('no ticket')
    const rows = Array.from({ length: count }, () => ({ ...row, kind, tokenHash: randomBytes(32) }))
    await server.database.db.insert(streamTickets).values(rows)
    return ticket
  }
  const started = async () => {
    const person = await make.addPerson()
    return { ...person, device: await make.addDevice(person.userId) }
  }
  const ask = (token: string, deviceId: number) => server.post(TICKET, { deviceId, mode: 'view' }, { token })

  it('are bounded, of many that try at once and wherever they are open', async () => {
    const { userId, token, device } = await started()
    await fill(userId, token, device.id, 'resume', MAX_SCREENS - 2)
    const tickets = await Promise.all(Array.from({ length: 6 }, () => ticketFor(token, device.id, 'view')))
    const clients = await Promise.all(tickets.map((ticket) => view(ticket)))
    const first = (client: StreamClient) => eventually(() => expect(client.events()[0]).toBeDefined())
    await Promise.all(clients.map(first))
    const refused = clients.filter((client) => client.find('ended')?.reason === 'tooMany')
    expect(refused).toHaveLength(4)
    expect(await Promise.all(refused.map((client) => client.closed()))).toEqual([1013, 1013, 1013, 1013])
    expect(await ask(token, device.id)).toMatchObject({ code: 1080, msg: '同时打开的画面太多，请先关闭一些' })
  })

  it('make room when one is closed, and one that comes back takes its own place', async () => {
    const { userId, token, device } = await started()
    const client = await view(await fill(userId, token, device.id, 'resume', MAX_SCREENS - 1))
    const { resumeTicket } = await client.hello()
    expect(await ask(token, device.id)).toMatchObject({ code: 1080 })
    const back = await view(resumeTicket)
    const hello = await back.hello()
    expect(await ask(token, device.id)).toMatchObject({ code: 1080 })
    back.socket.close()
    await eventually(async () => expect(await ask(token, device.id)).toMatchObject({ code: 200 }))
    await (await view(hello.resumeTicket)).hello()
  })

  it('stand in nobody else’s way', async () => {
    const { userId, token, device } = await started()
    await fill(userId, token, device.id, 'resume', MAX_SCREENS)
    const other = await started()
    expect(await ask(other.token, other.device.id)).toMatchObject({ code: 200 })
  })

  it('have a bounded number of unused tickets, which run out', async () => {
    const { userId, token, device } = await started()
    await fill(userId, token, device.id, 'entry', MAX_SCREENS - 3)
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(token, device.id)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 1080, msg: '操作太频繁，请稍后再试' })
    server.clock.advance(TICKET_LIFETIME_MS)
    expect(await ask(token, device.id)).toMatchObject({ code: 200 })
  })
})

describe('a viewer', () => {
  it('is greeted with what its page needs', async () => {
    const { hello, device, client } = await start()
    expect(hello).toEqual({
      type: 'hello',
      sessionId: expect.any(String),
      uploadKey: expect.any(String),
      resumeTicket: expect.stringMatching(/^[\w-]{43}$/),
      mode: 'control',
      hasControl: true,
      device: {
        id: device.id,
        name: '主号',
        expiresAt: device.expiresAt.getTime(),
        isMetered: false,
        serverTime: server.clock.now().getTime(),
      },
      qualities: ['ultra', 'high', 'standard', 'saver'],
      quality: 'high',
    })
    expect((await client.get('phone')).state).toBe('online')
  })

  it('sees the picture from its first key frame on', async () => {
    const { client, screen } = await start()
    await eventually(() => expect(client.received.some((message) => message.kind === 'config')).toBe(true))
    screen.show(false, DELTA, 1)
    screen.show(true, KEY, 2)
    screen.show(false, DELTA, 3)
    await eventually(() => expect(client.frames()).toHaveLength(2))
    expect(client.frames()).toMatchObject([
      { isKey: true, ptsUs: 2 },
      { isKey: false, ptsUs: 3 },
    ])
    screen.resize(1280, 720)
    await eventually(() => expect(client.received.at(-1)).toMatchObject({ kind: 'config', width: 1280, height: 720 }))
  })

  it('hears of the form of a picture before the picture', async () => {
    server.supplier.bufferedFrame = KEY
    const { client, screen } = await start()
    screen.show(false, DELTA, 1)
    await eventually(() => expect(client.frames()).toHaveLength(2))
    const kinds = client.received.map(({ kind }) => kind).filter((kind) => kind === 'config' || kind === 'frame')
    expect(kinds).toEqual(['config', 'frame', 'frame'])
  })

  it('shares one encoder with every other, and asks for a key frame when it comes', async () => {
    const { client, screen, token, device } = await start()
    const second = await view(await ticketFor(token, device.id, 'view'))
    await second.hello()
    await eventually(() => expect(screen.keyFramesRequested).toBeGreaterThan(0))
    screen.show(true, KEY)
    await eventually(() => expect([client.frames().length, second.frames().length]).toEqual([1, 1]))
    expect(server.supplier.screens).toHaveLength(1)
  })

  it('comes back with the ticket it was handed, once', async () => {
    const { hello, client } = await start()
    client.socket.terminate()
    server.clock.advance(5 * MINUTE_MS)
    const back = await view(hello.resumeTicket)
    expect((await back.hello()).hasControl).toBe(true)
    expect(await refusal(view(hello.resumeTicket))).toBe(401)
  })

  it('that is not one is let go', async () => {
    const { client } = await start()
    client.socket.send(Buffer.from([99, 1, 2]))
    expect((await client.get('ended')).reason).toBe('protocol')
    expect(await client.closed()).toBe(1002)
  })

  it('hears its own ping', async () => {
    const { client } = await start()
    client.send({ kind: 'ping', id: 77 })
    await eventually(() => expect(client.received).toContainEqual({ kind: 'pong', id: 77 }))
  })
})

describe('the controls', () => {
  it('carry touches to the picture of the phone', async () => {
    const { client, screen } = await start()
    client.send({ kind: 'touch', action: 'down', pointerId: 0, x: 65_535, y: 0, pressure: 1 })
    client.send({ kind: 'text', text: '你好' })
    client.send({ kind: 'request', request: { type: 'rotate' } })
    await eventually(() => expect(screen.received).toHaveLength(3))
    expect(screen.received).toMatchObject([
      { type: 'injectTouch', position: { x: 719, y: 0, width: 720, height: 1280 } },
      { type: 'setClipboard', text: '你好', isPaste: true },
      { type: 'rotateDevice' },
    ])
  })

  it('are deaf to one who may look only, and what is copied stays with the hands', async () => {
    const { client, screen, device, userId: _owner } = await start()
    const guest = await make.addPerson()
    await make.grant(device.id, guest.userId, 'view')
    const looker = await view(await ticketFor(guest.token, device.id, 'view'))
    expect(await looker.hello()).toMatchObject({ mode: 'view', hasControl: false, uploadKey: null })
    looker.send({ kind: 'touch', action: 'down', pointerId: 0, x: 1, y: 1, pressure: 1 })
    looker.send({ kind: 'request', request: { type: 'takeControl' } })
    looker.send({ kind: 'request', request: { type: 'rotate' } })
    await looker.get('notice')
    screen.copy('秘密')
    await eventually(() => expect(client.received).toContainEqual({ kind: 'clipboard', text: '秘密' }))
    expect(looker.received.some((message) => message.kind === 'clipboard')).toBe(false)
    expect(screen.received).toEqual([])
  })

  it('go to the owner at once, and let go of what the guest held down', async () => {
    const { client, screen, device } = await start()
    const guest = await make.addPerson()
    await make.grant(device.id, guest.userId, 'control')
    client.send({ kind: 'request', request: { type: 'releaseControl' } })
    await eventually(() => expect(client.find('control')).toMatchObject({ hasControl: false, isTaken: false }))
    const other = await view(await ticketFor(guest.token, device.id))
    expect((await other.hello()).hasControl).toBe(true)
    other.send({ kind: 'touch', action: 'down', pointerId: 5, x: 9, y: 9, pressure: 1 })
    await eventually(() => expect(screen.received).toHaveLength(1))
    client.send({ kind: 'request', request: { type: 'takeControl' } })
    await eventually(() => expect(other.find('control')).toMatchObject({ hasControl: false, isTaken: true }))
    expect(screen.received.at(-1)).toMatchObject({ type: 'injectTouch', action: 1, pointerId: 5n })
    other.send({ kind: 'request', request: { type: 'takeControl' } })
    expect((await other.get('notice')).text).toContain('对方正在操作')
  })

  it('are let go when their viewer vanishes', async () => {
    const { client, screen } = await start()
    client.send({ kind: 'touch', action: 'down', pointerId: 1, x: 1, y: 1, pressure: 1 })
    await eventually(() => expect(screen.received).toHaveLength(1))
    client.socket.terminate()
    await eventually(() => expect(screen.received.at(-1)).toMatchObject({ action: 1, pointerId: 1n }))
  })
})

describe('the quality', () => {
  it('is what the hands on the phone want, by one encoder', async () => {
    const { client, screen, token, device } = await start()
    const looker = await view(await ticketFor(token, device.id, 'view'))
    await looker.hello()
    looker.send({ kind: 'request', request: { type: 'quality', name: 'ultra' } })
    client.send({ kind: 'request', request: { type: 'quality', name: 'saver' } })
    await eventually(() => expect(looker.find('quality')?.name).toBe('saver'))
    expect(screen.isOpen).toBe(false)
    expect((await newestScreen()).options).toMatchObject({ maxSize: 640, maxFps: 30 })
  })
})

describe('a phone on a wall', () => {
  it('is first encoded in the quality of the address, whatever else stands there', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const tile = await view(await ticketFor(token, device.id), { quality: 'tile' })
    expect(await tile.hello()).toMatchObject({ quality: 'tile', hasControl: true })
    expect((await newestScreen()).options).toMatchObject({ maxSize: 480, maxFps: 4 })
    expect(server.supplier.screens).toHaveLength(1)
    const plain = await view(await ticketFor(token, device.id, 'view'), { quality: 'toString' })
    expect((await plain.hello()).quality).toBe('high')
  })

  it('tells of its apps and starts them with the right to control only', async () => {
    const { client, screen, device } = await start()
    const guest = await make.addPerson()
    await make.grant(device.id, guest.userId, 'view')
    const looker = await view(await ticketFor(guest.token, device.id, 'view'))
    await looker.hello()
    for (const each of [looker, client]) {
      each.send({ kind: 'request', request: { type: 'apps' } })
      each.send({ kind: 'request', request: { type: 'startApp', packageName: `com.yunji.a${each === client}` } })
    }
    expect((await client.get('apps')).apps.every(({ name }) => name !== '')).toBe(true)
    await eventually(() => expect(screen.received).toEqual([{ type: 'startApp', name: 'com.yunji.atrue' }]))
    expect(looker.find('apps')).toBeUndefined()
  })

  it('ends at once when its right is revoked, and only that one', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const phones = [await make.addDevice(owner.userId), await make.addDevice(owner.userId)]
    const grants = await Promise.all(phones.map(({ id }) => make.grant(id, guest.userId, 'control')))
    const [first, second] = await Promise.all(
      phones.map(async ({ id }) => view(await ticketFor(guest.token, id), { quality: 'tile' })),
    )
    await Promise.all([first?.hello(), second?.hello()])
    await server.database.db
      .update(deviceGrants)
      .set({ state: 'revoked' })
      .where(eq(deviceGrants.id, grants[0] ?? 0))
    expect((await first?.get('ended'))?.reason).toBe('revoked')
    expect(second?.isClosed()).toBe(false)
  })
})

describe('the clipboard', () => {
  it('answers with what was copied before the screen was opened, to the holder of the controls', async () => {
    const { client, token, device } = await start()
    server.supplier.clipboard = '先前复制的文字'
    const watcher = await view(await ticketFor(token, device.id, 'view'))
    await watcher.hello()
    const before = server.supplier.clipboardReads
    watcher.send({ kind: 'request', request: { type: 'copy' } })
    client.send({ kind: 'request', request: { type: 'copy' } })
    await eventually(() => expect(client.received).toContainEqual({ kind: 'clipboard', text: '先前复制的文字' }))
    expect(watcher.received.some(({ kind }) => kind === 'clipboard')).toBe(false)
    expect(server.supplier.clipboardReads).toBe(before + 1)
  })

  it('that cannot be read is said in words', async () => {
    const { client, device } = await start()
    server.supplier.failing.set(device.phoneId, 'lost')
    client.send({ kind: 'request', request: { type: 'copy' } })
    expect((await client.get('notice')).text).toBe('暂时读不到云手机的剪贴板，请稍后再试')
  })

  it('is read once at a time', async () => {
    const { client } = await start()
    const work = Promise.withResolvers<void>()
    const before = server.supplier.clipboardReads
    server.supplier.blockedBy = work.promise
    for (let sent = 0; sent < 5; sent += 1) client.send({ kind: 'request', request: { type: 'copy' } })
    client.send({ kind: 'ping', id: 9 })
    await eventually(() => expect(client.received).toContainEqual({ kind: 'pong', id: 9 }))
    work.resolve()
    await eventually(() => expect(client.received.some(({ kind }) => kind === 'clipboard')).toBe(true))
    expect(server.supplier.clipboardReads).toBe(before + 1)
  })
})

describe('a viewer without the controls', () => {
  it('changes no quality, and is told why', async () => {
    const { screen, token, device } = await start()
    const watcher = await view(await ticketFor(token, device.id, 'view'))
    await watcher.hello()
    watcher.send({ kind: 'request', request: { type: 'quality', name: 'saver' } })
    await eventually(() => expect(watcher.find('notice')?.text).toBe('画质由正在操作的人决定'))
    expect(screen.isOpen).toBe(true)
  })

  it('changes none either when nobody holds them', async () => {
    const { client, screen, token, device } = await start()
    const watcher = await view(await ticketFor(token, device.id, 'view'))
    await watcher.hello()
    client.send({ kind: 'request', request: { type: 'quality', name: 'high' } })
    client.socket.terminate()
    await eventually(() =>
      expect(watcher.events()).toContainEqual({ type: 'control', hasControl: false, isTaken: false }),
    )
    watcher.send({ kind: 'request', request: { type: 'quality', name: 'saver' } })
    await watcher.get('notice')
    expect(screen.isOpen).toBe(true)
  })

  it('is served from the frames that others have just got', async () => {
    const { client, screen, token, device } = await start()
    const watcher = await view(await ticketFor(token, device.id, 'view'))
    await watcher.hello()
    await eventually(() => expect(screen.keyFramesRequested).toBe(1))
    screen.show(true, KEY, 1)
    screen.show(false, DELTA, 2)
    await eventually(() => expect([client.frames().length, watcher.frames().length]).toEqual([2, 2]))
    watcher.send({ kind: 'request', request: { type: 'keyFrame' } })
    await eventually(() => expect(watcher.frames()).toHaveLength(4))
    expect(watcher.frames().slice(2)).toMatchObject([
      { isKey: true, ptsUs: 1 },
      { isKey: false, ptsUs: 2 },
    ])
    expect([client.frames().length, screen.keyFramesRequested]).toEqual([2, 1])
  })
})

describe('a phone', () => {
  it('that goes away is looked for until it is back', async () => {
    const { client, screen } = await start()
    screen.show(true, KEY)
    await eventually(() => expect(client.frames()).toHaveLength(1))
    server.supplier.failing.set('any', 'lost')
    screen.end(null)
    await eventually(() => expect(client.events()).toContainEqual({ type: 'phone', state: 'connecting' }))
    const next = await newestScreen()
    expect(next).not.toBe(screen)
    next.show(true, KEY)
    await eventually(() => expect(client.frames()).toHaveLength(2))
  })

  it('that cannot show a picture says so', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.supplier.failing.set(device.phoneId, 'noEncoder')
    const client = await view(await ticketFor(token, device.id))
    expect((await client.get('ended')).reason).toBe('phone')
  })
})

describe('a right that ends', () => {
  it.each([
    ['logout', 'revoked'],
    ['a frozen account', 'revoked'],
    ['a revoked grant', 'revoked'],
    ['a stopped device', 'revoked'],
    ['a transferred device', 'revoked'],
    ['an expired device', 'expired'],
  ])('by %s cuts the live screen: %s', async (how, reason) => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, 'control')
    const { pool } = server.database
    const client = await view(await ticketFor(guest.token, device.id))
    await client.hello()
    const screen = await newestScreen()
    const ways: Record<string, () => Promise<unknown>> = {
      logout: () => server.post('/vmcloud/api/user/logoutUser', {}, { token: guest.token }),
      'a frozen account': () => pool.query('update users set frozen_at = now() where id = $1', [guest.userId]),
      'a revoked grant': () =>
        pool.query(`update device_grants set state = 'revoked' where device_id = $1`, [device.id]),
      'a stopped device': () => pool.query(`update devices set state = 'stopped' where id = $1`, [device.id]),
      'a transferred device': () =>
        pool.query(
          `with given as (update devices set owner_id = $2 where id = $1)
           update device_grants set state = 'revoked' where device_id = $1`,
          [device.id, owner.userId],
        ),
      'an expired device': () =>
        pool.query(`update devices set state = 'expired', state_deadline = now() where id = $1`, [device.id]),
    }
    await ways[how]?.()
    expect((await client.get('ended')).reason).toBe(reason)
    expect(await client.closed()).toBe(1008)
    client.socket.terminate()
    screen.show(true, KEY)
    expect(client.frames()).toEqual([])
  })

  it('by the clock alone ends the screen in that second', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId, { expiresAt: later(server.clock.now(), MINUTE_MS) })
    const client = await view(await ticketFor(token, device.id))
    await client.hello()
    server.clock.advance(MINUTE_MS - 1)
    client.send({ kind: 'ping', id: 1 })
    await eventually(() => expect(client.received.at(-1)?.kind).toBe('pong'))
    server.gateway.tick()
    expect(client.find('ended')).toBeUndefined()
    server.clock.advance(1)
    server.gateway.tick()
    expect((await client.get('ended')).reason).toBe('expired')
  })
})

describe('a grant that becomes view only', () => {
  const upload = (key: string, name = 'a.txt', payload: string | Readable = 'x') =>
    server.app.inject({
      method: 'POST',
      url: `/stream/upload?id=u1&name=${name}`,
      headers: { [UPLOAD_KEY_HEADER]: key, 'content-type': 'application/octet-stream', 'content-length': '8' },
      payload,
    })
  const startGuest = async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    const grantId = await make.grant(device.id, guest.userId, 'control')
    const client = await view(await ticketFor(guest.token, device.id))
    const hello = await client.hello()
    const setAccess = (access: 'view' | 'control') =>
      server.database.db.update(deviceGrants).set({ access }).where(eq(deviceGrants.id, grantId))
    return { owner, guest, device, client, hello, setAccess, screen: await newestScreen() }
  }

  it('takes the controls from the live screen, which goes on', async () => {
    const { client, hello, screen, setAccess } = await startGuest()
    client.send({ kind: 'touch', action: 'down', pointerId: 3, x: 9, y: 9, pressure: 1 })
    client.send({ kind: 'key', action: 'down', keyCode: 67, metaState: 0, repeat: 0 })
    await eventually(() => expect(screen.received).toHaveLength(2))
    await setAccess('view')
    expect(await client.get('mode')).toEqual({ type: 'mode', mode: 'view' })
    expect(client.find('control')).toEqual({ type: 'control', hasControl: false, isTaken: false })
    expect(screen.received.slice(2)).toMatchObject([
      { type: 'injectTouch', action: 3, pointerId: 3n },
      { type: 'injectTouch', action: 1, pointerId: 3n },
      { type: 'injectKeyCode', action: 1, keyCode: 67 },
    ])

    client.send({ kind: 'touch', action: 'down', pointerId: 3, x: 9, y: 9, pressure: 1 })
    client.send({ kind: 'text', text: 'x' })
    client.send({ kind: 'clipboard', text: 'x', isPaste: false })
    for (const type of ['takeControl', 'rotate', 'copy'] as const) client.send({ kind: 'request', request: { type } })
    client.send({ kind: 'ping', id: 5 })
    await eventually(() => expect(client.received).toContainEqual({ kind: 'pong', id: 5 }))
    expect(screen.received).toHaveLength(5)
    expect((await upload(hello.uploadKey ?? '')).statusCode).toBe(401)
    screen.copy('秘密')
    screen.show(true, KEY)
    await eventually(() => expect(client.frames()).toHaveLength(1))
    expect(client.received.some(({ kind }) => kind === 'clipboard')).toBe(false)
    expect(client.find('ended')).toBeUndefined()
  })

  it('leaves the controls to the next who may', async () => {
    const { owner, device, client, setAccess } = await startGuest()
    await setAccess('view')
    await client.get('mode')
    const other = await view(await ticketFor(owner.token, device.id))
    expect((await other.hello()).hasControl).toBe(true)
  })

  const cutOff = async (client: StreamClient, uploadKey: string): Promise<void> => {
    client.socket.terminate()
    await eventually(async () => expect((await upload(uploadKey)).statusCode).toBe(401))
  }

  it.each([false, true])('stops an upload that is under way, its screen cut off: %s', async (isCutOff) => {
    const { client, hello, setAccess } = await startGuest()
    const key = hello.uploadKey ?? ''
    const body = new PassThrough()
    body.write('1234')
    const before = server.supplier.pushed.length
    const answer = upload(key, 'a.txt', body)
    await client.get('upload')
    if (isCutOff) await cutOff(client, key)
    await setAccess('view')
    expect((await answer).json()).toMatchObject({ code: 1080, msg: '没有该设备的操作权限' })
    expect(server.supplier.pushed).toHaveLength(before)
  })

  it('lets no ticket of before give more than the right of now', async () => {
    const { guest, device, client, hello, setAccess } = await startGuest()
    const unused = await ticketFor(guest.token, device.id)
    client.socket.terminate()
    await setAccess('view')
    for (const ticket of [hello.resumeTicket, unused]) {
      const back = await view(ticket)
      expect(await back.hello()).toMatchObject({ mode: 'view', hasControl: false, uploadKey: null })
    }
  })

  it('gives the controls back with a new ticket only', async () => {
    const { guest, device, client, hello, setAccess } = await startGuest()
    await setAccess('view')
    await client.get('mode')
    const { ticket } = await client.get('resume')
    expect(await refusal(view(hello.resumeTicket))).toBe(401)
    await setAccess('control')
    client.send({ kind: 'request', request: { type: 'takeControl' } })
    await client.get('notice')
    client.socket.terminate()
    const back = await view(ticket)
    expect(await back.hello()).toMatchObject({ mode: 'view', hasControl: false })
    const again = await view(await ticketFor(guest.token, device.id))
    expect(await again.hello()).toMatchObject({ mode: 'control', hasControl: true })
  })
})

describe('idle hands', () => {
  it('are warned once, kept by a word, and let go', async () => {
    const { client } = await start()
    const answered = async () => {
      const pongs = () => client.received.filter(({ kind }) => kind === 'pong').length
      const before = pongs()
      client.send({ kind: 'ping', id: 1 })
      await eventually(() => expect(pongs()).toBeGreaterThan(before))
    }
    /** Advances below the silence limit, with a client message in each step. */
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= 8_000) {
        server.clock.advance(Math.min(left, 8_000))
        await answered()
        server.gateway.tick()
      }
    }
    await pass(IDLE_LIMIT_MS - IDLE_WARNING_MS)
    expect((await client.get('idle')).secondsLeft).toBe(60)
    client.send({ kind: 'request', request: { type: 'stillHere' } })
    await answered()
    await pass(IDLE_WARNING_MS)
    expect(client.find('ended')).toBeUndefined()
    await pass(IDLE_LIMIT_MS - 2 * IDLE_WARNING_MS)
    expect((await client.get('idle')).secondsLeft).toBe(60)
    await pass(IDLE_WARNING_MS - 1)
    expect(client.find('ended')).toBeUndefined()
    server.clock.advance(1)
    server.gateway.tick()
    expect((await client.get('ended')).reason).toBe('idle')
  })
})

describe('a slow viewer', () => {
  it('skips to a key frame, and holds nobody up', async () => {
    const { client, screen, token, device } = await start()
    const slow = await view(await ticketFor(token, device.id, 'view'))
    await slow.hello()
    const big = new Uint8Array(200_000)
    screen.show(true, KEY)
    await eventually(() => expect(slow.frames()).toHaveLength(1))
    slow.socket.pause()
    const sent = 100
    for (let index = 1; index <= sent; index += 1) {
      screen.show(false, big, index)
      await eventually(() => expect(client.frames()).toHaveLength(index + 1), { everyMs: 1 })
    }
    const asked = screen.keyFramesRequested
    slow.socket.resume()
    await eventually(() => expect(screen.keyFramesRequested).toBeGreaterThan(asked))
    screen.show(false, DELTA, 7_000)
    screen.show(true, KEY, 8_000)
    await eventually(() => expect(slow.frames().at(-1)).toMatchObject({ isKey: true, ptsUs: 8_000 }))
    expect(slow.frames().length).toBeLessThan(sent / 2)
    expect(slow.frames().some((frame) => frame.kind === 'frame' && frame.ptsUs === 7_000)).toBe(false)
  })
})

describe('an upload', () => {
  const upload = (key: string, name: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/stream/upload?id=u1&name=${encodeURIComponent(name)}`,
      headers: { [UPLOAD_KEY_HEADER]: key, 'content-type': 'application/octet-stream', ...headers },
      payload: body,
    })

  it('flows to the phone that is open, and its progress to the screen', async () => {
    const { client, hello } = await start()
    const answer = await upload(hello.uploadKey ?? '', '../照片.jpg', 'picture')
    expect(answer.json()).toMatchObject({ code: 200 })
    expect(server.supplier.pushed.at(-1)).toEqual({ path: '/sdcard/Download/_照片.jpg', bytes: Buffer.from('picture') })
    await eventually(() => expect(client.find('upload')).toMatchObject({ id: 'u1', state: 'done', progress: 1 }))
  })

  it('of a package is installed', async () => {
    const { hello } = await start()
    expect((await upload(hello.uploadKey ?? '', 'Game.APK', 'PK')).json()).toMatchObject({ code: 200 })
    expect(server.supplier.pushed.at(-1)).toMatchObject({ path: null })
  })

  it('is refused without a live screen, and fails in words', async () => {
    const { client, hello, device } = await start()
    const key = hello.uploadKey ?? ''
    expect((await upload('wrong', 'a.txt', 'x')).statusCode).toBe(401)
    expect((await upload(key, 'a.txt', '', { 'content-length': '0' })).json()).toMatchObject({ code: 1029 })
    server.supplier.failing.set(device.phoneId, 'noSpace')
    expect((await upload(key, 'a.txt', 'x')).json()).toMatchObject({ code: 1080, msg: '设备存储空间不足' })
    await eventually(() => expect(client.find('upload')?.state).toBe('failed'))
    client.socket.terminate()
    await eventually(async () => expect((await upload(key, 'a.txt', 'x')).statusCode).toBe(401))
  })

  it('is one of four at most that an account sends to a phone at once, through whatever screen', async () => {
    const { hello, token, device } = await start()
    const key = hello.uploadKey ?? ''
    const running = Array.from({ length: 4 }, () => server.gateway.beginUpload(key))
    const another = await (await view(await ticketFor(token, device.id))).hello()
    for (const each of [key, another.uploadKey ?? '']) {
      const answer = (await upload(each, 'a.txt', 'x')).json()
      expect(answer).toMatchObject({ code: 1080, msg: '同时上传的文件太多，请等前面的传完' })
    }
    const elsewhere = await start()
    expect((await upload(elsewhere.hello.uploadKey ?? '', 'a.txt', 'x')).json()).toMatchObject({ code: 200 })
    running[0]?.end()
    expect((await upload(key, 'a.txt', 'x')).json()).toMatchObject({ code: 200 })
    for (const each of running) each?.end()
  })
})

it('a gateway that goes tells its viewers, and closes for good', async () => {
  const leaving = await startServerHarness()
  const people = createDevices(leaving)
  await leaving.app.listen({ port: 0, host: '127.0.0.1' })
  const person = await people.addPerson()
  const device = await people.addDevice(person.userId, { expiresAt: later(leaving.clock.now(), DAY_MS) })
  const openAnother = async () => {
    const { data } = await leaving.post(TICKET, { deviceId: device.id, mode: 'control' }, { token: person.token })
    return openStream((leaving.app.server.address() as AddressInfo).port, (data as { ticket: string }).ticket)
  }
  const client = await openAnother()
  await client.hello()
  await leaving.gateway.close()
  // A client that reconnects at once would keep the process from ending.
  await expect(openAnother()).rejects.toMatchObject({ status: 503 })
  await leaving.stop()
  expect((await client.get('ended')).reason).toBe('shutdown')
  expect(await client.closed()).toBe(1001)
  expect(leaving.supplier.openConnections).toBe(0)
})
