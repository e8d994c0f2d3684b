import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { MAX_SCREENS, TICKET_LIFETIME_MS } from '@yunji/contract/devices/device/stream'
import { deadlineOf } from '@yunji/contract/machine'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { deviceGrants, devices, streamTickets, zones } from '../../../tables/devices.ts'
import { sessions, users } from '../../../tables/identity.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createTickets, RESUME_LIFETIME_MS, type StreamGrant } from './index.ts'

const SPARE = 'A'.repeat(43)

const server = await useServer()
const make = createDevices(server)
const tickets = createTickets(server.database, server.clock)
let owner: { userId: number; token: string }
let device: typeof devices.$inferSelect
let grant: StreamGrant

beforeEach(async () => {
  owner = await make.addPerson()
  device = await make.addDevice(owner.userId, { name: '主号', expiresAt: later(server.clock.now(), 10 * DAY_MS) })
  grant = await grantOf(owner.userId)
})

const db = () => server.database.db
const grantOf = async (userId: number, mode: 'view' | 'control' = 'control'): Promise<StreamGrant> => {
  const [session] = await db().select().from(sessions).where(eq(sessions.userId, userId))
  return { userId, sessionId: session?.id ?? 0, deviceId: device.id, mode }
}
const give = async (to: StreamGrant = grant) => (await tickets.issue(to)).ticket
const setDevice = (fields: Partial<typeof devices.$inferInsert>) =>
  db().update(devices).set(fields).where(eq(devices.id, device.id))
const setState = (state: DeviceState) => {
  const afterMs = deadlineOf(deviceMachine, state)?.afterMs
  return setDevice({ state, stateDeadline: afterMs === undefined ? null : later(server.clock.now(), afterMs) })
}
const ask = (token: string, mode: 'view' | 'control' = 'control', deviceId = device.id) =>
  server.post('/vmcloud/api/stream/createTicket', { deviceId, mode }, { token })

describe('asking for a ticket', () => {
  it('answers where to go with it and until when', async () => {
    const { code, data } = await ask(owner.token)
    const { ticket, ...rest } = data as { ticket: string }
    expect([code, rest]).toEqual([
      200,
      { path: '/stream', expiresAt: server.clock.now().getTime() + TICKET_LIFETIME_MS },
    ])
    expect(await tickets.use(ticket)).toMatchObject({ grant })
  })

  it('answers the gateway of the zone where it has one', async () => {
    const [zone] = await db()
      .insert(zones)
      .values({ code: 'far', name: '远区', gatewayUrl: 'wss://far.example/stream', createdAt: server.clock.now() })
      .returning()
    const { id } = await make.addDevice(owner.userId, { zoneId: zone?.id ?? 0 })
    expect(await ask(owner.token, 'view', id)).toMatchObject({ data: { path: 'wss://far.example/stream' } })
  })

  it('is refused without a right, and with too small a one', async () => {
    const guest = await make.addPerson()
    expect(await ask(guest.token, 'view')).not.toMatchObject({ code: 200 })
    await make.grant(device.id, guest.userId, 'view')
    expect(await ask(guest.token, 'control')).toMatchObject({ code: 1080, msg: '没有该设备的操作权限' })
    expect(await ask(guest.token, 'view')).toMatchObject({ code: 200 })
  })

  it.each(['running', 'rebooting', 'cleaning', 'backingUp', 'faulty'] as const)(
    'is granted while %s',
    async (state) => {
      await setState(state)
      expect(await ask(owner.token)).toMatchObject({ code: 200 })
    },
  )

  it.each([
    ['stopped', 1080, '设备未运行'],
    ['changingConfiguration', 1065, ''],
    ['replacing', 1065, ''],
    ['expired', 1019, '不满足开机条件'],
  ] as const)('is refused while %s', async (state, code, msg) => {
    await setState(state)
    expect(await ask(owner.token)).toMatchObject({ code, msg: expect.stringContaining(msg) })
  })
})

describe('a ticket', () => {
  it('opens what it was given for, with what a gateway needs to know', async () => {
    const { ticket, expiresAt } = await tickets.issue(grant)
    expect(expiresAt).toEqual(later(server.clock.now(), TICKET_LIFETIME_MS))
    const { name, supplierType, phoneId } = device
    expect(await tickets.use(ticket)).toEqual({
      grant,
      device: {
        name,
        supplierType,
        phoneId,
        expiresAt: device.expiresAt,
        isMetered: false,
        isTrial: false,
        isOwner: true,
      },
      resumeTicket: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('opens once', async () => {
    const ticket = await give()
    expect(await tickets.use(ticket)).not.toBeNull()
    expect(await tickets.use(ticket)).toBeNull()
  })

  it('lasts for half a minute, the one to come back with for ten', async () => {
    const [early, late] = [await give(), await give()]
    server.clock.advance(TICKET_LIFETIME_MS - 1)
    const opened = await tickets.use(early)
    const again = await tickets.use(opened?.resumeTicket ?? '')
    server.clock.advance(1)
    expect(await tickets.use(late)).toBeNull()
    server.clock.advance(RESUME_LIFETIME_MS - 2)
    const last = await tickets.use(again?.resumeTicket ?? '')
    expect(last).not.toBeNull()
    server.clock.advance(RESUME_LIFETIME_MS)
    expect(await tickets.use(last?.resumeTicket ?? '')).toBeNull()
  })

  it.each([SPARE, `${SPARE}=`, `x${SPARE}`, ''])('that is none opens nothing: %j', async (ticket) => {
    expect(await tickets.use(ticket)).toBeNull()
  })

  it.each([
    ['x before it', (ticket: string) => `x${ticket}`],
    ['x behind it', (ticket: string) => `${ticket}x`],
  ])('is not looked for with %s', async (_what, change) => {
    expect(await tickets.use(change(await give()))).toBeNull()
  })

  it('that was withdrawn opens nothing, and another does', async () => {
    const [one, other] = [await give(), await give()]
    await tickets.withdraw(one)
    expect(await tickets.use(one)).toBeNull()
    expect(await tickets.use(other)).not.toBeNull()
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'the session ended',
      () => db().update(sessions).set({ revokedAt: server.clock.now() }).where(eq(sessions.id, grant.sessionId)),
    ],
    [
      'the session ran out',
      () => db().update(sessions).set({ expiresAt: server.clock.now() }).where(eq(sessions.id, grant.sessionId)),
    ],
    [
      'the account was frozen',
      () => db().update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, grant.userId)),
    ],
    ['the device stopped', () => setState('stopped')],
    ['its time is up', () => setDevice({ expiresAt: server.clock.now() })],
  ])('opens nothing once %s, and ends the live screen', async (_why, end) => {
    const ticket = await give()
    expect(await tickets.check([grant])).toMatchObject([{ holds: true }])
    await end()
    expect(await tickets.use(ticket)).toBeNull()
    expect(await tickets.check([grant])).toMatchObject([{ holds: false }])
  })
})

describe('a guest', () => {
  it('looks and controls as far as the grant of now goes', async () => {
    const guest = await make.addPerson()
    const grantId = await make.grant(device.id, guest.userId, 'control')
    const asked = await grantOf(guest.userId)
    const ticket = await give(asked)
    expect(await tickets.check([asked])).toEqual([
      { holds: true, mode: 'control', isOwner: false, expiresAt: later(server.clock.now(), DAY_MS) },
    ])
    await db().update(deviceGrants).set({ access: 'view' }).where(eq(deviceGrants.id, grantId))
    expect(await tickets.check([asked])).toMatchObject([{ holds: true, mode: 'view' }])
    expect(await tickets.use(ticket)).toMatchObject({ grant: { mode: 'view' }, device: { isOwner: false } })
    await db().update(deviceGrants).set({ expiresAt: server.clock.now() }).where(eq(deviceGrants.id, grantId))
    expect(await tickets.check([asked])).toEqual([{ holds: false, isExpired: false }])
  })
})

describe('live screens', () => {
  it('are checked in the order asked, those of nobody among them', async () => {
    const stranger = await make.addPerson()
    const none = await grantOf(stranger.userId)
    const gone = { ...grant, deviceId: 999_999 }
    const looking = { ...grant, mode: 'view' as const }
    expect(await tickets.check([none, grant, gone, looking])).toEqual([
      { holds: false, isExpired: false },
      { holds: true, mode: 'control', isOwner: true, expiresAt: device.expiresAt },
      { holds: false, isExpired: false },
      { holds: true, mode: 'view', isOwner: true, expiresAt: device.expiresAt },
    ])
    expect(await tickets.check([])).toEqual([])
  })

  it.each([
    ['expired', true],
    ['stopped', false],
  ] as const)('of a device that is %s are told why they end', async (state, isExpired) => {
    await setState(state)
    expect(await tickets.check([grant])).toEqual([{ holds: false, isExpired }])
  })

  it('whose time is up this moment are told so, before the state is written', async () => {
    await setDevice({ expiresAt: later(server.clock.now(), 1) })
    expect(await tickets.check([grant])).toMatchObject([{ holds: true }])
    server.clock.advance(1)
    expect(await tickets.check([grant])).toEqual([{ holds: false, isExpired: true }])
  })
})

describe('the screens of one account', () => {
  const openScreens = async (count: number): Promise<string[]> => {
    const resumes: string[] = []
    for (let nth = 0; nth < count; nth++) {
      resumes.push((await tickets.use(await give()))?.resumeTicket ?? '')
    }
    return resumes
  }

  it('are so many and no more, whichever ticket is used last', async () => {
    await openScreens(MAX_SCREENS - 1)
    const [one, other] = [await give(), await give()]
    expect(await tickets.use(one)).toMatchObject({ resumeTicket: expect.any(String) })
    expect(await tickets.use(other)).toMatchObject({ resumeTicket: null })
    await expect(give()).rejects.toMatchObject({ error: 'TOO_MANY_SCREENS' })
  })

  it('make room when one is closed, and its ticket opens it again', async () => {
    const [first = ''] = await openScreens(MAX_SCREENS)
    await expect(give()).rejects.toMatchObject({ error: 'TOO_MANY_SCREENS' })
    await tickets.close(first)
    await give()
    expect(await tickets.use(first)).toMatchObject({ grant, resumeTicket: expect.any(String) })
    await expect(give()).rejects.toMatchObject({ error: 'TOO_MANY_SCREENS' })
  })

  it('are one when the ticket to come back with is renewed, and the old one opens it too', async () => {
    const [old = ''] = await openScreens(1)
    const renewed = await tickets.renewResume(grant, old)
    const isOpen = and(
      eq(streamTickets.userId, grant.userId),
      eq(streamTickets.kind, 'resume'),
      isNull(streamTickets.closedAt),
      isNull(streamTickets.usedAt),
    )
    expect(await db().$count(streamTickets, isOpen)).toBe(1)
    server.clock.advance(RESUME_LIFETIME_MS - 1)
    expect(await tickets.use(renewed)).toMatchObject({ grant })
    expect(await tickets.use(old)).toMatchObject({ grant })
  })

  it('are opened by a bounded number of unused tickets, which run out', async () => {
    for (let nth = 0; nth < MAX_SCREENS; nth++) await give()
    await expect(give()).rejects.toMatchObject({ error: 'RATE_LIMITED' })
    const other = await make.addPerson()
    const { id } = await make.addDevice(other.userId)
    expect(await ask(other.token, 'control', id)).toMatchObject({ code: 200 })
    server.clock.advance(TICKET_LIFETIME_MS)
    await give()
  })
})
