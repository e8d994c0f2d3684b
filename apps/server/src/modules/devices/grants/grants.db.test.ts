import type { AddressInfo } from 'node:net'
import { UPLOAD_KEY_HEADER } from '@yunji/contract/devices/device/stream'
import type { GrantRecord, ShareRecord, UseRecord } from '@yunji/contract/devices/grant/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { deviceGrants, deviceShares, devices, deviceUses } from '../../../tables/devices.ts'
import { sessions } from '../../../tables/identity.ts'
import { messages } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createPeople } from '../../../testing/people.ts'
import { openStream, Refused, type StreamClient } from '../../../testing/stream-client.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const people = createPeople(server, 13_600_200_000)
const { db } = server.database
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo

const open: StreamClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate()
})

type Member = Awaited<ReturnType<typeof people.member>>

const call = (path: string, body: unknown, { token }: { token?: string } = {}) =>
  server.post(`/vmcloud/api/${path}`, body, token === undefined ? {} : { token })
const read = async <Data>(path: string, { token }: { token: string }): Promise<Data> =>
  (await server.get(`/vmcloud/api/${path}`, { token })).data as Data

const inADay = () => later(server.clock.now(), DAY_MS).getTime()

const give = (owner: Member, mobilePhone: string, deviceIds: number[], fields: object = {}) =>
  call('grant/give', { deviceIds, mobilePhone, access: 'control', expiresAt: inADay(), ...fields }, owner)
const given = async (...input: Parameters<typeof give>): Promise<number> => {
  const answer = await give(...input)
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { grantIds: number[] }).grantIds[0] ?? 0
}
const grantsOf = async (member: { token: string }, side: 'given' | 'received') =>
  (await read<{ records: GrantRecord[] }>(`grant/getList?side=${side}`, member)).records
const logOf = async (member: Member): Promise<UseRecord[]> =>
  (await read<{ records: UseRecord[] }>('grant/getUseLog', member)).records

const ticketFor = (member: { token: string }, deviceId: number, mode = 'control') =>
  call('stream/createTicket', { deviceId, mode }, member)
const view = async (ticket: string): Promise<StreamClient> => {
  const client = await openStream(port, ticket)
  open.push(client)
  await client.hello()
  return client
}
const watch = async (member: { token: string }, deviceId: number, mode = 'control'): Promise<StreamClient> =>
  view(((await ticketFor(member, deviceId, mode)).data as { ticket: string }).ticket)

/** Sends a file by a live screen. */
const upload = async (screen: StreamClient, name: string): Promise<number> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/stream/upload?id=u1&name=${encodeURIComponent(name)}`,
    headers: { [UPLOAD_KEY_HEADER]: screen.find('hello')?.uploadKey ?? '', 'content-type': 'application/octet-stream' },
    payload: 'x',
  })
  return answer.json().code
}

/** An owner with a device, and somebody else. */
const scene = async () => {
  const [owner, friend] = [await people.member(), await people.member()]
  return { owner, friend, device: await make.addDevice(owner.userId, { name: '星海' }) }
}

describe('a grant', () => {
  it('lets a number use a device until its end, and tells it', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id], { access: 'view' })
    expect(await ticketFor(friend, device.id, 'view')).toMatchObject({ code: 200 })
    expect(await ticketFor(friend, device.id, 'control')).toMatchObject({ code: 1080 })
    expect(await grantsOf(owner, 'given')).toMatchObject([{ deviceName: '星海', access: 'view', peerName: '' }])
    expect(await grantsOf(friend, 'received')).toMatchObject([{ peerName: '小云', state: 'active' }])
    await eventually(async () =>
      expect(await db.select().from(messages).where(eq(messages.userId, friend.userId))).toMatchObject([
        { event: 'grantWaiting', messageType: 3 },
      ]),
    )
    server.clock.advance(DAY_MS)
    expect(await ticketFor(friend, device.id, 'view')).toMatchObject({ code: 1031 })
    await server.periodicJobs.find(({ name }) => name === 'devices.expireGrants')?.run()
    expect(await db.select().from(deviceGrants).where(eq(deviceGrants.deviceId, device.id))).toMatchObject([
      { state: 'expired' },
    ])
  })

  it('waits for a number that has no account, and is taken up by its registration', async () => {
    const { owner, device } = await scene()
    const mobilePhone = people.newPhone()
    await given(owner, mobilePhone, [device.id])
    expect(await grantsOf(owner, 'given')).toMatchObject([{ state: 'waiting' }])
    const newcomer = await people.logInBySms(mobilePhone)
    expect(await grantsOf(newcomer, 'received')).toMatchObject([{ deviceId: device.id, state: 'active' }])
    expect(await ticketFor(newcomer, device.id)).toMatchObject({ code: 200 })
  })

  it('is given once: again it changes the right and the end', async () => {
    const { owner, friend, device } = await scene()
    const first = await given(owner, friend.mobilePhone, [device.id])
    const expiresAt = later(server.clock.now(), HOUR_MS).getTime()
    expect(await given(owner, friend.mobilePhone, [device.id], { access: 'view', expiresAt })).toBe(first)
    expect(await grantsOf(owner, 'given')).toMatchObject([{ grantId: first, access: 'view', expiresAt }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(owner, people.newPhone(), [device.id])))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
  })

  it('of many given at once to one number is one', async () => {
    const { owner, friend, device } = await scene()
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(owner, friend.mobilePhone, [device.id])))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await grantsOf(owner, 'given')).toHaveLength(1)
  })

  it('is refused for one’s own number, for others’ devices, and for an end that is past or too far', async () => {
    const { owner, friend, device } = await scene()
    expect(await give(owner, owner.mobilePhone, [device.id])).toMatchObject({
      code: 1080,
      msg: '不能授权给自己的手机号',
    })
    expect(await give(friend, owner.mobilePhone, [device.id])).toMatchObject({ code: 1031 })
    const past = { expiresAt: server.clock.now().getTime() }
    expect(await give(owner, friend.mobilePhone, [device.id], past)).toMatchObject({ code: 1080 })
    const far = { expiresAt: later(server.clock.now(), 366 * DAY_MS).getTime() }
    expect(await give(owner, friend.mobilePhone, [device.id], far)).toMatchObject({ code: 1080 })
    await given(owner, friend.mobilePhone, [device.id])
    // A grantee passes nothing on.
    expect(await give(friend, people.newPhone(), [device.id])).toMatchObject({ code: 1031 })
  })

  it('is changed and revoked by its owner, given up by its grantee, and nothing to others', async () => {
    const { owner, friend, device } = await scene()
    const grantId = await given(owner, friend.mobilePhone, [device.id])
    const stranger = await people.member()
    for (const path of ['grant/change', 'grant/revoke']) {
      expect(await call(path, { grantId }, stranger)).toMatchObject({ code: 1080, msg: '授权不存在或已结束' })
    }
    expect(await call('grant/change', { grantId, access: 'view' }, friend)).toMatchObject({ code: 1080 })
    const expiresAt = later(server.clock.now(), 2 * DAY_MS).getTime()
    expect(await call('grant/change', { grantId, expiresAt }, owner)).toMatchObject({ code: 200 })
    expect(await grantsOf(friend, 'received')).toMatchObject([{ expiresAt }])
    expect(await call('grant/revoke', { grantId }, friend)).toMatchObject({ code: 200 })
    expect(await grantsOf(owner, 'given')).toEqual([])
    expect(await call('grant/change', { grantId, access: 'view' }, owner)).toMatchObject({ code: 1080 })
    const again = await given(owner, friend.mobilePhone, [device.id])
    expect(await call('grant/revoke', { grantId: again }, owner)).toMatchObject({ code: 200 })
    expect(await ticketFor(friend, device.id)).toMatchObject({ code: 1031 })
  })

  it('closes the live screen when it is revoked, and in the second in which it ends', async () => {
    const { owner, friend, device } = await scene()
    const grantId = await given(owner, friend.mobilePhone, [device.id])
    const first = await watch(friend, device.id)
    await call('grant/revoke', { grantId }, owner)
    expect((await first.get('ended')).reason).toBe('revoked')
    await given(owner, friend.mobilePhone, [device.id], { expiresAt: later(server.clock.now(), MINUTE_MS).getTime() })
    const second = await watch(friend, device.id)
    server.clock.advance(MINUTE_MS - 1)
    second.send({ kind: 'ping', id: 1 })
    await eventually(() => expect(second.received.at(-1)?.kind).toBe('pong'))
    server.gateway.tick()
    expect(second.find('ended')).toBeUndefined()
    server.clock.advance(1)
    server.gateway.tick()
    expect((await second.get('ended')).reason).toBe('revoked')
  })

  it('ends with the device', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id])
    await db.update(devices).set({ state: 'released' }).where(eq(devices.id, device.id))
    await server.periodicJobs.find(({ name }) => name === 'devices.expireGrants')?.run()
    expect(await grantsOf(friend, 'received')).toEqual([])
    expect(await db.select().from(deviceGrants).where(eq(deviceGrants.deviceId, device.id))).toMatchObject([
      { state: 'revoked' },
    ])
  })

  it('is written down: who opened a screen, took the controls and sent commands, for the owner alone', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id])
    await watch(friend, device.id)
    await call('device/sendCommand', { deviceIds: [device.id], command: 'OpenUrl', url: 'https://example.com' }, friend)
    await eventually(async () =>
      expect((await logOf(owner)).map(({ action }) => action).toSorted()).toEqual(['command', 'control', 'open']),
    )
    expect((await logOf(owner))[0]).toMatchObject({
      deviceName: '星海',
      who: `小云 ${friend.mobilePhone.slice(0, 3)}****${friend.mobilePhone.slice(7)}`,
    })
    expect(await logOf(friend)).toEqual([])
    await call('device/sendCommand', { deviceIds: [device.id], command: 'OpenUrl', url: 'https://example.com' }, owner)
    expect(await logOf(owner)).toHaveLength(3)
  })

  it('is written down: which files were sent and which apps installed, by the live screen too', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id])
    const screen = await watch(friend, device.id)
    expect(await upload(screen, '照片.jpg')).toBe(200)
    expect(await upload(screen, 'Game.APK')).toBe(200)
    server.supplier.failing.set(device.phoneId, 'noSpace')
    expect(await upload(screen, '放不下.jpg')).not.toBe(200)
    server.supplier.failing.clear()
    const commands = async () =>
      (await logOf(owner)).flatMap(({ action, detail }) => (action === 'command' ? detail : []))
    expect(await commands()).toEqual(['安装应用 Game.APK', '上传文件 照片.jpg'])
    expect(await upload(await watch(owner, device.id), '自己的.jpg')).toBe(200)
    expect(await commands()).toHaveLength(2)
  })

  it('shows its owner who is using a device now', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id])
    const viewers = () => read<{ viewers: object[] }>('grant/getViewers', owner)
    expect(await viewers()).toEqual({ viewers: [] })
    const screen = await watch(friend, device.id)
    await eventually(async () =>
      expect(await viewers()).toMatchObject({
        viewers: [{ deviceId: device.id, access: 'control', hasControl: true }],
      }),
    )
    expect(await read('grant/getViewers', friend)).toEqual({ viewers: [] })
    screen.socket.terminate()
    await eventually(async () => expect(await viewers()).toEqual({ viewers: [] }))
  })
})

describe('a share', () => {
  interface Made {
    readonly share: ShareRecord
    readonly secret: string
    readonly cardCode: string
  }
  const make1 = async (owner: Member, deviceId: number, fields: object = {}): Promise<Made> => {
    const answer = await call('share/create', { deviceId, access: 'view', expiresAt: inADay(), ...fields }, owner)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data as Made
  }
  const openAs = (credential: object) => call('share/open', credential)
  const sharesOf = async (member: Member) => (await read<{ shares: ShareRecord[] }>('share/getList', member)).shares
  const GONE = { code: 1080, msg: '分享不存在、已结束或次数已用完' }

  it('opens the screen for somebody without an account, by link and by card code', async () => {
    const { owner, device } = await scene()
    const { secret, cardCode } = await make1(owner, device.id, { access: 'control' })
    for (const credential of [{ secret }, { cardCode }]) {
      expect(await call('share/get', credential)).toMatchObject({
        code: 200,
        data: { access: 'control', hasPin: false },
      })
      const { data } = await openAs(credential)
      await view((data as { ticket: string }).ticket)
    }
    await eventually(async () =>
      expect((await logOf(owner)).map(({ who, action }) => [who, action])).toContainEqual(['访客', 'control']),
    )
    expect(await read('grant/getViewers', owner)).toMatchObject({ viewers: [{ who: '访客' }] })
    expect(await sharesOf(owner)).toMatchObject([{ uses: 2, deviceName: '星海' }])
    expect(await grantsOf(owner, 'given')).toEqual([])
  })

  it('names what its guests send as sent by a guest', async () => {
    const { owner, device } = await scene()
    const { secret } = await make1(owner, device.id, { access: 'control' })
    const screen = await view(((await openAs({ secret })).data as { ticket: string }).ticket)
    expect(await upload(screen, `${'🎈'.repeat(40)}.apk`)).toBe(200)
    expect((await logOf(owner)).find(({ action }) => action === 'command')).toMatchObject({
      who: '访客',
      detail: expect.stringMatching(/^安装应用 (🎈)+/u),
    })
  })

  it('is kept as hashes', async () => {
    const { owner, device } = await scene()
    const { secret, cardCode } = await make1(owner, device.id, { pin: '2468' })
    const { rows } = await server.database.pool.query(
      `select s::text as row from device_shares s where device_id = $1
       union all select g::text from device_grants g where device_id = $1`,
      [device.id],
    )
    const text = JSON.stringify(rows)
    for (const hidden of [secret, cardCode, '2468']) expect(text).not.toContain(`"${hidden}"`)
    expect(text).not.toContain(Buffer.from(secret, 'utf8').toString('hex'))
    expect(JSON.stringify(await sharesOf(owner))).not.toContain(secret)
  })

  it('closes its screens when it is revoked, and opens nothing afterwards', async () => {
    const { owner, friend, device } = await scene()
    const { share, secret } = await make1(owner, device.id)
    const screen = await view(((await openAs({ secret })).data as { ticket: string }).ticket)
    const unused = ((await openAs({ secret })).data as { ticket: string }).ticket
    expect(await call('share/revoke', { shareId: share.shareId }, friend)).toMatchObject({ code: 1080 })
    expect(await call('share/revoke', { shareId: share.shareId }, owner)).toMatchObject({ code: 200 })
    expect((await screen.get('ended')).reason).toBe('revoked')
    expect(await openAs({ secret })).toMatchObject(GONE)
    expect(await openStream(port, unused).catch((error: unknown) => error instanceof Refused)).toBe(true)
    expect(await sharesOf(owner)).toEqual([])
  })

  it('opens as often as it says, however many try at once', async () => {
    const { owner, device } = await scene()
    const { secret } = await make1(owner, device.id, { maximumUses: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => openAs({ secret })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(await openAs({ secret })).toMatchObject(GONE)
    expect(await call('share/get', { secret })).toMatchObject(GONE)
  })

  it('asks for its PIN, and stops after five wrong ones, also when they come at once', async () => {
    const { owner, device } = await scene()
    const { secret } = await make1(owner, device.id, { pin: '2468' })
    expect(await openAs({ secret })).toMatchObject({ code: 1080, msg: '请输入访问密码' })
    expect(await openAs({ secret, pin: '0000' })).toMatchObject({ code: 1080, msg: '访问密码不正确，还可以试 4 次' })
    expect(await openAs({ secret, pin: '2468' })).toMatchObject({ code: 200 })
    const pins = Array.from({ length: 12 }, (_, index) => String(1000 + index))
    await Promise.all(pins.map((pin) => openAs({ secret, pin })))
    expect(await openAs({ secret, pin: '2468' })).toMatchObject({
      code: 1080,
      msg: '访问密码错误次数过多，请联系分享的人',
    })
    expect(await sharesOf(owner)).toMatchObject([{ isLocked: true }])
    const [row] = await db.select().from(deviceShares).where(eq(deviceShares.deviceId, device.id))
    expect(row?.pinFailures).toBe(5)
  })

  it('ends by itself, takes no use while the device is off, and no more than its right', async () => {
    const { owner, device } = await scene()
    const { secret } = await make1(owner, device.id, { expiresAt: later(server.clock.now(), HOUR_MS).getTime() })
    await db.update(devices).set({ state: 'stopped' }).where(eq(devices.id, device.id))
    expect(await openAs({ secret })).toMatchObject({ code: 1080, msg: '设备未运行' })
    expect(await sharesOf(owner)).toMatchObject([{ uses: 0 }])
    await db.update(devices).set({ state: 'running' }).where(eq(devices.id, device.id))
    const screen = await view(((await openAs({ secret })).data as { ticket: string }).ticket)
    expect(screen.find('hello')).toMatchObject({ mode: 'view', uploadKey: null })
    server.clock.advance(HOUR_MS)
    expect(await openAs({ secret })).toMatchObject(GONE)
  })

  it('ends when the device goes to another owner', async () => {
    const { owner, friend, device } = await scene()
    const { secret } = await make1(owner, device.id)
    await server.database.pool.query('update devices set owner_id = $2 where id = $1', [device.id, friend.userId])
    expect(await openAs({ secret })).toMatchObject(GONE)
  })

  it('is made for own devices alone, and not without end', async () => {
    const { owner, friend, device } = await scene()
    await given(owner, friend.mobilePhone, [device.id])
    const body = { deviceId: device.id, access: 'view', expiresAt: inADay() }
    expect(await call('share/create', body, friend)).toMatchObject({ code: 1031 })
    const far = { ...body, expiresAt: later(server.clock.now(), 31 * DAY_MS).getTime() }
    expect(await call('share/create', far, owner)).toMatchObject({ code: 1080 })
    for (let made = 0; made < 10; made += 1) await make1(owner, device.id)
    expect(await call('share/create', body, owner)).toMatchObject({ code: 1080 })
  })

  it.each([{ cardCode: '00000000' }, { secret: 'A'.repeat(43) }])('%j is none', async (credential) => {
    expect(await openAs(credential)).toMatchObject(GONE)
    expect(await call('share/get', credential)).toMatchObject(GONE)
  })
})

describe('an ended share', () => {
  const makeShare = async (owner: Member, deviceId: number) => {
    const body = { deviceId, access: 'view', expiresAt: inADay() }
    const { secret } = (await call('share/create', body, owner)).data as { secret: string }
    const [share] = await db.select().from(deviceShares).where(eq(deviceShares.deviceId, deviceId))
    return { secret, guestId: share?.guestId ?? 0 }
  }
  const openAs = async (secret: string) => ((await call('share/open', { secret })).data as { ticket: string }).ticket
  const rowsOf = (deviceId: number) => db.select().from(deviceShares).where(eq(deviceShares.deviceId, deviceId))

  /** Moves the end of a share, and what its guests did, into the past. */
  const endLongAgo = async (guestId: number, ageMs: number): Promise<void> => {
    const at = later(server.clock.now(), -ageMs)
    await db.update(deviceGrants).set({ expiresAt: at, createdAt: at }).where(eq(deviceGrants.granteeId, guestId))
    await db.update(deviceShares).set({ createdAt: at }).where(eq(deviceShares.guestId, guestId))
    await db.update(sessions).set({ expiresAt: at }).where(eq(sessions.userId, guestId))
    await db.update(deviceUses).set({ createdAt: at }).where(eq(deviceUses.userId, guestId))
    await server.runJob('maintenance.sweep')
  }

  it('is deleted as late as the log of its guests, and its account is used again', async () => {
    const { owner, device } = await scene()
    const other = await make.addDevice(owner.userId, { name: '月光' })
    const { secret, guestId } = await makeShare(owner, device.id)
    await view(await openAs(secret))
    await endLongAgo(guestId, 90 * DAY_MS - MINUTE_MS)
    expect(await rowsOf(device.id)).toHaveLength(1)
    expect(await logOf(owner)).toMatchObject([{ who: '访客', action: 'open' }])
    expect((await makeShare(owner, other.id)).guestId).not.toBe(guestId)

    await endLongAgo(guestId, 90 * DAY_MS + 1)
    expect([await rowsOf(device.id), await logOf(owner)]).toEqual([[], []])
    expect(await db.select().from(deviceGrants).where(eq(deviceGrants.deviceId, device.id))).toEqual([])
    const again = await makeShare(owner, device.id)
    expect(again.guestId).toBe(guestId)
    await view(await openAs(again.secret))
    expect(await logOf(owner)).toMatchObject([{ who: '访客', deviceName: '星海' }])
    expect(await call('share/get', { secret })).toMatchObject({ code: 1080 })
  })

  it('leaves its account to one of the shares that are made at once', async () => {
    const { owner, device } = await scene()
    const { guestId } = await makeShare(owner, device.id)
    await endLongAgo(guestId, 91 * DAY_MS)
    const phones = await Promise.all(Array.from({ length: 4 }, () => make.addDevice(owner.userId)))
    const guests = (await Promise.all(phones.map(({ id }) => makeShare(owner, id)))).map((share) => share.guestId)
    expect(new Set(guests).size).toBe(4)
    expect(guests).toContain(guestId)
  })
})

it('forgets the log after 90 days', async () => {
  const { owner, friend, device } = await scene()
  const use = { deviceId: device.id, ownerId: owner.userId, deviceName: '星海', who: '小云', action: 'open' } as const
  await db.insert(deviceUses).values([
    { ...use, userId: friend.userId, createdAt: later(server.clock.now(), -90 * DAY_MS - 1) },
    { ...use, userId: friend.userId, createdAt: later(server.clock.now(), -89 * DAY_MS) },
  ])
  await server.runJob('maintenance.sweep')
  expect(await logOf(owner)).toHaveLength(1)
})
