import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../tables/identity.ts'
import { useServer } from '../../testing/use-server.ts'
import { DAY_MS } from '../clock.ts'
import type { Caller } from './caller.ts'
import { createSessions, type Sessions } from './sessions.ts'

const server = await useServer()
const userId = await server.addUser('13900000002', null)
let sessions: Sessions
beforeEach(() => {
  sessions = createSessions(server.database, server.clock)
})

const start = () => server.database.db.transaction((tx) => sessions.start(tx, userId))

describe('a session', () => {
  it('is found by its token, which is stored only as a hash', async () => {
    const token = await start()
    expect(await sessions.find(token)).toMatchObject({ userId, isFrozen: false })
    const { rows } = await server.database.pool.query('select * from sessions')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.at(-1).token_hash).toHaveLength(32)
  })

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44), "' or 1=1 --"])('is not found by %j', async (token) => {
    expect(await sessions.find(token)).toBeNull()
  })

  it('ends at once, for every process', async () => {
    const token = await start()
    const caller = (await sessions.find(token)) as Caller
    const other = createSessions(server.database, server.clock)
    await server.database.db.transaction((tx) => sessions.end(tx, caller))
    expect(await other.find(token)).toBeNull()
    expect(await sessions.find(token)).toBeNull()
  })

  it('lasts 30 days unused, and use prolongs it', async () => {
    const [idle, used] = [await start(), await start()]
    server.clock.advance(20 * DAY_MS)
    expect(await sessions.find(used)).not.toBeNull()
    server.clock.advance(10 * DAY_MS)
    expect(await sessions.find(idle)).toBeNull()
    expect(await sessions.find(used)).not.toBeNull()
  })

  it('writes its renewal at most once a day', async () => {
    const token = await start()
    const renewedAt = async () => {
      const { rows } = await server.database.pool.query('select renewed_at from sessions order by id desc limit 1')
      return rows[0].renewed_at as Date
    }
    const started = await renewedAt()
    server.clock.advance(DAY_MS - 1)
    await sessions.find(token)
    expect(await renewedAt()).toEqual(started)
    server.clock.advance(1)
    await sessions.find(token)
    expect(await renewedAt()).toEqual(server.clock.now())
  })

  it('knows that its account is frozen', async () => {
    const token = await start()
    await server.database.db.update(users).set({ frozenAt: server.clock.now() })
    expect(await sessions.find(token)).toMatchObject({ isFrozen: true })
    await server.database.db.update(users).set({ frozenAt: null })
  })

  it('brings along what the account shows of itself, where that is asked for', async () => {
    const token = await start()
    expect(await sessions.find(token)).not.toHaveProperty('profile')
    expect(await sessions.findWith('profile', token)).toMatchObject({
      userId,
      profile: { mobilePhone: '13900000002', name: '测试用户', userType: 1, hasPassword: false },
    })
    expect(await sessions.findWith('profile', 'A'.repeat(43))).toBeNull()
  })

  it('is over for an erased account', async () => {
    const token = await start()
    await server.database.db.update(users).set({ erasedAt: server.clock.now() })
    expect([await sessions.find(token), await sessions.findWith('profile', token)]).toEqual([null, null])
    await server.database.db.update(users).set({ erasedAt: null })
  })

  it('answers many tokens asked at once each with its own', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, start))
    const asked = tokens.flatMap((token) => [token, 'B'.repeat(43)])
    const found = await Promise.all(asked.map((token) => sessions.find(token)))
    expect(found.map((caller) => caller !== null)).toEqual(asked.map((_, index) => index % 2 === 0))
    expect(new Set(found.flatMap((caller) => caller?.sessionId ?? [])).size).toBe(20)
  })
})
