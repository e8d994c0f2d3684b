import { createCanvas } from '@napi-rs/canvas'
import { MessageType } from '@yunji/contract/message/enums'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../adapters/object-store/file-system.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { sessions, users, workTypes } from '../../tables/identity.ts'
import { createReader } from '../../testing/messages.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { type ServerHarness, startServerHarness } from '../../testing/server-harness.ts'
import { eraseAccountsJob } from './erase.ts'

const STATE = '/vmcloud/api/user/getDeletion'
const REQUEST = '/vmcloud/api/user/requestDeletion'

let server: ServerHarness
let people: People
beforeAll(async () => {
  server = await startServerHarness()
  people = createPeople(server, 13_900_011_000)
})
afterAll(() => server.stop())

const runEraser = () => {
  const objectStore = createFileSystemStore(`${server.dataDir}/objects`)
  return eraseAccountsJob({ ...server, objectStore }).run({} as never)
}
type Member = Awaited<ReturnType<People['member']>>
const tell = (userId: number, deviceName: string) =>
  server.database.db.transaction((tx) =>
    server.outbox.add(tx, {
      event: 'deviceReady',
      userId,
      key: `secret:${deviceName.length}`,
      facts: { deviceId: 1, deviceName },
    }),
  )
const leave = async ({ mobilePhone, token }: Pick<Member, 'mobilePhone' | 'token'>) => {
  const code = await people.codeFor(mobilePhone, 'deleteAccount', token)
  return server.post(REQUEST, { code, givesUpAll: true }, { token })
}
const giveDevice = async (userId: number, state: string, name = '云手机') => {
  await server.database.pool.query(
    `with zone as (
       insert into zones (code, name, created_at) values ('z' || $1::text, '区', now())
       on conflict (code) do update set name = excluded.name returning id
     )
     insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
     select $1::bigint, g.id, zone.id, $3::text, 1, '10/B', 7, gen_random_uuid()::text, now(), $2::text, now()
     from zone, device_groups g where g.user_id = $1::bigint and g.is_default`,
    [userId, state, name],
  )
}

/** Every row of every table, as text. */
const readEverything = async (): Promise<string[]> => {
  const { pool } = server.database
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const rows: string[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`)
    rows.push(...found.rows.map(({ text }) => text))
  }
  return rows
}

describe('asking to leave', () => {
  it('starts seven days of cooling-off and logs everybody out', async () => {
    const member = await people.member()
    const other = ((await people.logIn(member.mobilePhone, member.password)).data as { token: string }).token
    expect((await server.get(STATE, { token: member.token })).data).toEqual({
      erasesAt: null,
      obstacles: [],
      coolingOffDays: 7,
    })
    const erasesAt = server.clock.now().getTime() + 7 * DAY_MS
    expect(await leave(member)).toMatchObject({ code: 200, data: { erasesAt } })
    expect([await people.stateOf(member.token), await people.stateOf(other)]).toEqual([2017, 2017])
  })

  it('needs a password to have been set, a right code, and the word that all is given up', async () => {
    const newcomer = await people.newcomer()
    expect((await leave(newcomer)).code).toBe(1331)
    const { token } = await people.member()
    expect((await server.post(REQUEST, { code: '000000', givesUpAll: true }, { token })).code).toBe(1006)
    expect((await server.post(REQUEST, { code: '000000', givesUpAll: false }, { token })).code).toBe(1080)
    expect((await server.post(REQUEST, { code: '000000' }, { token })).code).toBe(1080)
  })

  it('is refused while a device is not released, and says so', async () => {
    const member = await people.member()
    await giveDevice(member.userId, 'released')
    await giveDevice(member.userId, 'running')
    const obstacles = [{ kind: 'device', count: 1 }]
    expect((await server.get(STATE, { token: member.token })).data).toMatchObject({ obstacles })
    expect(await leave(member)).toMatchObject({
      code: 1080,
      msg: '账号暂不能注销：还有 1 台云手机未释放',
      data: { obstacles },
    })
    expect(await people.stateOf(member.token)).toBe(200)
  })

  it('is refused while a grant stands', async () => {
    const [member, owner] = [await people.member(), await people.member()]
    await giveDevice(owner.userId, 'running')
    await server.database.pool.query(
      `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
       select id, $1, 'view', 'active', now() + interval '9 days', now() from devices where owner_id = $2`,
      [member.userId, owner.userId],
    )
    expect(await leave(member)).toMatchObject({ code: 1080, data: { obstacles: [{ kind: 'grant', count: 1 }] } })
  })
})

describe('a login in the cooling-off', () => {
  it('by password calls it off', async () => {
    const member = await people.member()
    await leave(member)
    server.clock.advance(7 * DAY_MS - 1)
    const { token } = (await people.logIn(member.mobilePhone, member.password)).data as { token: string }
    server.clock.advance(1)
    await runEraser()
    expect((await server.get(STATE, { token })).data).toMatchObject({ erasesAt: null })
    expect(await people.stateOf(token)).toBe(200)
  })

  it('by code calls it off too', async () => {
    const member = await people.member()
    await leave(member)
    const { token } = await people.logInBySms(member.mobilePhone)
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    expect(await people.stateOf(token)).toBe(200)
  })
})

describe('the end of the cooling-off', () => {
  it('erases the person and frees the number', async () => {
    const member = await people.member()
    const { mobilePhone, userId, token } = member
    const payload = createCanvas(20, 20).toBuffer('image/png')
    const headers = { token, 'content-type': 'image/png' }
    const avatar = (await server.app.inject({ method: 'POST', url: '/user/avatar', payload, headers })).json().data
      .avatar
    await server.app.inject({ method: 'POST', url: '/user/verificationPicture', payload, headers })
    const card = { name: '离去之人', idCard: '11010519491231002X', gender: 2, birthday: '1949-12-31', pictureIds: [] }
    await server.post('/vmcloud/api/verification/submitPersonal', card, { token })
    await server.post('/vmcloud/api/user/saveWorkTypes', { entries: [{ industryId: 1, worktypeId: 101 }] }, { token })
    await giveDevice(userId, 'released', '秘密手机')
    await tell(userId, '看得见的秘密')
    await createReader(server, token).waitFor(MessageType.deviceCreation, '云手机已就绪')
    await server.database.pool.query(`insert into message_settings (user_id, message_type) values ($1, 1)`, [userId])
    await leave(member)
    await tell(userId, '没说出口的秘密')

    server.clock.advance(7 * DAY_MS - 1)
    await runEraser()
    expect((await server.app.inject({ url: avatar })).statusCode).toBe(200)
    server.clock.advance(1)
    await runEraser()

    const everything = await readEverything()
    for (const trace of [mobilePhone, card.name, card.idCard, '秘密'])
      expect(everything.filter((row) => row.includes(trace))).toEqual([])
    expect(await server.database.db.$count(workTypes, eq(workTypes.userId, userId))).toBe(0)
    for (const table of ['messages', 'message_counts', 'message_settings', 'login_places'])
      expect((await server.database.pool.query(`select 1 from ${table} where user_id = $1`, [userId])).rows).toEqual([])
    expect((await server.app.inject({ url: avatar })).statusCode).toBe(404)
    expect(await server.database.db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    const [user] = await server.database.db.select().from(users).where(eq(users.id, userId))
    expect(user).toMatchObject({
      name: '已注销用户',
      mobilePhone: null,
      passwordHash: null,
      erasedAt: server.clock.now(),
    })

    expect((await people.logIn(mobilePhone, member.password)).code).toBe(1010)
    expect((await people.logInBySms(mobilePhone)).userId).not.toBe(userId)
  })
})
