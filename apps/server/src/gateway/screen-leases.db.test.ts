import { createMigratedDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exchangeLeases } from '../modules/devices/streams/index.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { createListener } from '../platform/listener.ts'
import type { Holder } from './control-lease.ts'
import { createScreenLeases } from './screen-leases.ts'

const log = pino({ level: 'silent' })
const LEASE_MS = 60_000

let testDatabase: TestDatabase
let database: Database
let userIds: number[] = []
let deviceId = 0
let lastPhone = 0

beforeAll(async () => {
  testDatabase = await createMigratedDatabase()
  database = openDatabase(testDatabase.url, log)
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (name, mobile_phone, created_at)
     select '用户', (13500000000 + n)::text, now() from generate_series(1, 3) n returning id`,
  )
  userIds = rows.map(({ id }) => Number(id))
})
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `with zone as (
       insert into zones (code, name, created_at) values ('test', '区', now())
       on conflict (code) do update set name = '区' returning id
     )
     insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
       state, created_at)
     select $1, (select id from device_groups where user_id = $1), zone.id, '机', 1, '10/B', 7, $2,
       now() + interval '1 day', 'running', now() from zone returning id`,
    [userIds[0], `leased-${++lastPhone}`],
  )
  deviceId = Number(rows[0]?.id)
})
const started: { kill(): void }[] = []
afterEach(async () => {
  for (const gateway of started.splice(0)) gateway.kill()
  await database.pool.query('delete from gateways')
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const person = (nth: number, isOwner = false): Holder => ({
  userId: userIds[nth] ?? 0,
  isOwner,
  isViewOnly: false,
  lastInputMs: 0,
})

/** A gateway whose way to the database and whose clocks are in the hands of the test. */
const startGateway = () => {
  const listener = createListener(testDatabase.url, log)
  const machine = { steadyMs: 0, wallMs: 0, isAway: false, stopped: Promise.resolve() }
  let resume = (): void => undefined
  const pass = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await machine.stopped
    if (machine.isAway) throw new Error('Connection terminated')
    return work()
  }
  const pool = {
    query: (...values: Parameters<Pool['query']>) => pass(() => database.pool.query(...values) as never),
    connect: () => pass(() => database.pool.connect()),
  }
  const told: string[] = []
  const leases = createScreenLeases<Holder>({
    pool: pool as unknown as Pool,
    listener,
    log,
    clock: createFakeClock(),
    leaseMs: LEASE_MS,
    renewEveryMs: 100,
    steadyMs: () => machine.steadyMs,
    wallMs: () => machine.wallMs,
  })
  const open = () =>
    leases.open(deviceId, {
      onRelease: () => void told.push('release'),
      onLost: () => void told.push('lost'),
      onMove: () => undefined,
      onRefused: (_viewer, reason) => void told.push(reason),
      onLapse: () => void told.push('lapse'),
    })
  /** SIGSTOP: time goes on, nothing else does. */
  const stop = (): void => {
    const stopped = Promise.withResolvers<void>()
    machine.stopped = stopped.promise
    resume = stopped.resolve
  }
  const gateway = {
    machine,
    told,
    open,
    close: () => leases.close(),
    stop,
    continue: () => resume(),
    pass: (ms: number): void => {
      machine.steadyMs += ms
      machine.wallMs += ms
    },
    /** For good, without a word to anybody. */
    kill: (): void => {
      stop()
      listener.close()
    },
  }
  started.push(gateway)
  return gateway
}

/**
 * The lease of a holder's gateway passes for the database, and is another's then. A renewal that was under way may come
 * in between.
 */
const expectAfterExpiry = (before: Holder, lease: { readonly holder: Holder | undefined }, viewer: Holder) =>
  eventually(async () => {
    await database.pool.query(
      `update gateways set expires_at = now() - interval '1 millisecond'
       where id in (select gateway_id from screen_leases where holder_id = $1)`,
      [before.userId],
    )
    expect(lease.holder).toBe(viewer)
  })
const countRows = async (): Promise<unknown> => {
  const text =
    'select (select count(*) from gateways)::int as gateways, (select count(*) from screen_leases)::int as leases'
  return (await database.pool.query(text)).rows[0]
}

/** One gateway with the lease and its holder, and another that wants it. */
const startTwo = async () => {
  const [first, second] = [startGateway(), startGateway()]
  const [guest, owner] = [person(1), person(0, true)]
  const ofFirst = first.open()
  ofFirst.join(guest)
  await eventually(() => expect(ofFirst.holder).toBe(guest))
  const ofSecond = second.open()
  await ofSecond.ready
  return { first, second, guest, owner, ofFirst, ofSecond }
}

describe('a gateway that is stopped and goes on', () => {
  it('keeps its lease until it has expired, and sends nothing afterwards', async () => {
    const { first, guest, owner, ofFirst, ofSecond } = await startTwo()
    first.stop()
    ofSecond.take(owner)
    const { rows } = await eventually(async () => {
      const asked = await database.pool.query('select next_holder_id::int as next from screen_leases')
      expect(asked.rows).toEqual([{ next: owner.userId }])
      return asked
    })
    expect(rows).toHaveLength(1)
    expect(ofSecond.holder).toBeUndefined()

    first.pass(LEASE_MS)
    expect(ofFirst.holder).toBeUndefined()
    await expectAfterExpiry(guest, ofSecond, owner)
    first.continue()
    ofFirst.release(guest)
    expect(first.told).not.toContain('release')
    await eventually(() => expect(ofFirst.isHeld).toBe(true))
    expect([ofFirst.holder, ofSecond.holder]).toEqual([undefined, owner])
  })

  it('has its lease back when nobody wanted it', async () => {
    const { first, guest, ofFirst } = await startTwo()
    first.stop()
    first.pass(LEASE_MS)
    expect(ofFirst.holder).toBeUndefined()
    first.continue()
    await eventually(() => expect(ofFirst.holder).toBe(guest))
    expect(first.told).toEqual(['release'])
  })

  it('in the middle of a renewal gains nothing by its late answer', async () => {
    const { first, second, guest, owner, ofFirst, ofSecond } = await startTwo()
    first.stop()
    // A round is under way, sent before the time passed.
    await eventually(() => expect(ofSecond.isKnown).toBe(true))
    first.pass(LEASE_MS)
    ofSecond.take(owner)
    await expectAfterExpiry(guest, ofSecond, owner)
    first.continue()
    await eventually(() => expect(first.told).toContain('lost'))
    expect([ofFirst.holder, ofSecond.holder]).toEqual([undefined, owner])
    expect(second.told).toEqual([])
  })
})

describe('a database that is away', () => {
  it('for an hour stops the input after the time of a lease, and gives it back to the same viewer', async () => {
    const gateway = startGateway()
    const lease = gateway.open()
    const viewer = person(1)
    lease.join(viewer)
    await eventually(() => expect(lease.holder).toBe(viewer))
    gateway.machine.isAway = true
    gateway.pass(LEASE_MS / 2)
    expect(lease.holder).toBe(viewer)
    gateway.pass(HOUR_MS)
    expect(lease.holder).toBeUndefined()
    await eventually(() => expect(gateway.told).toEqual(['lapse']))
    lease.take(person(0, true))
    expect(gateway.told).toEqual(['lapse', 'unavailable'])
    gateway.machine.isAway = false
    await expectAfterExpiry(viewer, lease, viewer)
  })

  it('for one gateway alone leaves the controls to the other', async () => {
    const { first, guest, owner, ofFirst, ofSecond } = await startTwo()
    first.machine.isAway = true
    first.pass(LEASE_MS)
    ofSecond.take(owner)
    await expectAfterExpiry(guest, ofSecond, owner)
    expect(ofFirst.holder).toBeUndefined()
    first.machine.isAway = false
    await eventually(() => expect(first.told).toContain('lost'))
    expect([ofFirst.holder, ofSecond.holder]).toEqual([undefined, owner])
  })
})

describe('a wrong clock', () => {
  it.each([
    ['behind', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])('of a gateway, set %s, makes no second holder', async (_where, byMs) => {
    const { first, guest, owner, ofFirst, ofSecond } = await startTwo()
    first.machine.wallMs += byMs
    await eventually(() => expect(ofFirst.holder).toBe(guest))
    ofSecond.take(owner)
    await eventually(() => expect(ofSecond.holder).toBe(owner))
    expect(ofFirst.holder).toBeUndefined()
  })

  it('that stands still while the machine sleeps does not prolong a lease', async () => {
    const { first, ofFirst } = await startTwo()
    first.stop()
    first.machine.wallMs += LEASE_MS
    expect(ofFirst.holder).toBeUndefined()
  })
})

describe('a gateway that is killed', () => {
  it('leaves the controls to the other when its lease has expired, and no row', async () => {
    const { first, guest, owner, ofSecond } = await startTwo()
    first.kill()
    ofSecond.take(owner)
    await eventually(async () =>
      expect((await database.pool.query('select from screen_leases where next_gateway_id is not null')).rowCount).toBe(
        1,
      ),
    )
    expect(ofSecond.holder).toBeUndefined()
    await expectAfterExpiry(guest, ofSecond, owner)
    expect(await countRows()).toEqual({ gateways: 1, leases: 1 })
  })

  it('after it has asked for the lease takes nothing with it', async () => {
    const { first, second, guest, owner, ofFirst, ofSecond } = await startTwo()
    first.stop()
    ofSecond.take(owner)
    await eventually(async () =>
      expect((await database.pool.query('select from screen_leases where next_gateway_id is not null')).rowCount).toBe(
        1,
      ),
    )
    second.kill()
    await database.pool.query(
      'delete from gateways where id = (select next_gateway_id from screen_leases where device_id = $1)',
      [deviceId],
    )
    first.continue()
    ofFirst.take(guest)
    await eventually(() => expect(ofFirst.holder).toBe(guest))
  })
})

it('two gateways that start in the same moment agree on one holder', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [startGateway(), startGateway()]
    const [ofOne, ofOther] = [one.open(), other.open()]
    ofOne.join(person(1))
    ofOther.join(person(2))
    await Promise.all([ofOne.ready, ofOther.ready])
    expect([ofOne.holder, ofOther.holder].filter((holder) => holder !== undefined)).toHaveLength(1)
    await Promise.all([one.close(), other.close()])
  }
  expect(await countRows()).toEqual({ gateways: 0, leases: 0 })
})

it('a lease moves to and fro under load, and is never at two', async () => {
  const gateways = [startGateway(), startGateway(), startGateway()]
  const leases = gateways.map((gateway) => gateway.open())
  const held = () => leases.filter(({ holder }) => holder !== undefined)
  const owners = gateways.map(() => person(0, true))
  for (let turn = 0; turn < 30; turn += 1) {
    const [lease, owner] = [leases[turn % 3], owners[turn % 3]]
    if (!lease || !owner) throw new Error('no gateway')
    lease.take(owner)
    await eventually(
      () => {
        expect(held().length).toBeLessThanOrEqual(1)
        expect(lease.holder).toBe(owner)
      },
      { everyMs: 1 },
    )
    expect(held()).toHaveLength(1)
  }
})

it('a statement that arrives late changes nothing', async () => {
  const gatewayId = '00000000-0000-4000-8000-000000000001'
  const intent = { deviceId, candidate: null, idleMs: 0, request: 'none', answer: 'none' } as const
  const round = { gatewayId, isRegistered: true, leaseMs: LEASE_MS }
  const claim = { ...round, isRegistered: false, round: 1, intents: [{ ...intent, isMine: false }] }
  expect((await exchangeLeases(database.pool, claim, true)).leases.get(deviceId)).toMatchObject({ isMine: true })
  const renewal = { ...round, round: 3, intents: [{ ...intent, isMine: true }] }
  expect(await exchangeLeases(database.pool, renewal, false)).toMatchObject({ isAlive: true })
  for (const isWhole of [false, true])
    expect(await exchangeLeases(database.pool, { ...round, round: 2, intents: [] }, isWhole)).toMatchObject({
      isAlive: false,
    })
  expect(await countRows()).toEqual({ gateways: 1, leases: 1 })
})

describe('the rows', () => {
  it('go with the last screen, and with the gateway', async () => {
    const { first, second, ofFirst, ofSecond } = await startTwo()
    ofSecond.close()
    await eventually(async () => expect(await countRows()).toEqual({ gateways: 1, leases: 1 }))
    ofFirst.close()
    await eventually(async () => expect(await countRows()).toEqual({ gateways: 0, leases: 0 }))
    const again = first.open()
    again.join(person(1))
    await eventually(() => expect(again.holder).toBeDefined())
    await first.close()
    await second.close()
    expect(await countRows()).toEqual({ gateways: 0, leases: 0 })
  })

  it('go with a screen that closes at any moment of a round', async () => {
    const gateway = startGateway()
    for (let hops = 0; hops < 12; hops += 1) {
      const lease = gateway.open()
      await lease.ready
      for (let hop = 0; hop < hops; hop += 1) await Promise.resolve()
      lease.close()
      await eventually(async () => expect(await countRows()).toEqual({ gateways: 0, leases: 0 }))
    }
  })

  it('go with their device', async () => {
    await startTwo()
    await database.pool.query('delete from devices where id = $1', [deviceId])
    expect(await countRows()).toMatchObject({ leases: 0 })
  })
})
