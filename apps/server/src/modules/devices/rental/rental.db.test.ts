import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { DeviceEvent } from '@yunji/contract/devices/device/machine'
import type { CommandResult } from '@yunji/contract/devices/device/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatChinaTime } from '../../../platform/china-time.ts'
import { later } from '../../../platform/clock.ts'
import { devices, meteredStops } from '../../../tables/devices.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { dropConnections } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../../commerce/ledger/index.ts'
import { transition } from '../fleet/transition-store.ts'
import { meterHours } from './index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
})

const runPeriodicJob = (jobName: string) =>
  server.periodicJobs.find((each) => each.name === jobName)?.run() ?? Promise.reject(new Error(jobName))
const meter = () => runPeriodicJob('devices.meterHours')
const sweep = () => runPeriodicJob('devices.sweep')
const power = async (action: 'start' | 'stop' | 'delete', ...deviceIds: number[]): Promise<CommandResult[]> => {
  const { data } = await tenant.call(`device/${action}Device`, { deviceIds })
  return (data as { results: CommandResult[] }).results
}
const own = (fields = {}) => make.addDevice(tenant.userId, fields)

describe('a prepaid phone', () => {
  it('is stopped, started and deleted by its owner, while its time goes on', async () => {
    const { id, expiresAt } = await own()
    expect(await tenant.call('device/deleteDevice', { deviceIds: [id] })).toMatchObject({ code: 1033 })
    expect(await power('delete', id)).toMatchObject([{ code: 1033, state: 'running' }])
    expect(await power('stop', id)).toMatchObject([{ code: 200, state: 'stopped' }])
    expect(await power('stop', id)).toMatchObject([{ code: 200, state: 'stopped' }])
    // Only metered phones are released some time after a stop.
    expect(await server.database.db.$count(meteredStops, eq(meteredStops.deviceId, id))).toBe(0)
    expect(await power('start', id)).toMatchObject([{ code: 200, state: 'running' }])
    expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    await power('stop', id)
    expect(await power('delete', id)).toMatchObject([{ code: 200, state: 'released' }])
    const { phoneId } = await tenant.deviceOf(id)
    await eventually(() => expect(server.supplier.released).toContain(phoneId))
  })

  it('answers for itself, whatever becomes of the others', async () => {
    const [running, busy] = [await own(), await own({ state: 'backingUp' })]
    expect(await power('stop', running.id, busy.id, running.id)).toMatchObject([
      { deviceId: running.id, code: 200 },
      { deviceId: busy.id, code: 1034, state: 'backingUp' },
    ])
  })

  it('is not started when its time is up', async () => {
    const expired = await own({ state: 'expired' })
    const late = await own({ state: 'stopped', expiresAt: server.clock.now() })
    expect(await power('start', expired.id, late.id)).toMatchObject([{ code: 1019 }, { code: 1019 }])
    expect(await make.stateOf(expired.id)).toBe('expired')
  })

  it('is told why it cannot be stopped, started or deleted, and stays as it is', async () => {
    const [expired, busy] = [await own({ state: 'expired' }), await own({ state: 'restoring' })]
    expect(await power('stop', expired.id, busy.id)).toMatchObject([
      { code: 1080, msg: '设备未运行', state: 'expired' },
      { code: 1035, state: 'restoring' },
    ])
    expect(await power('start', busy.id)).toMatchObject([{ code: 1035 }])
    expect(await power('delete', busy.id)).toMatchObject([{ code: 1035 }])
    expect(server.supplier.released).not.toContain(busy.phoneId)
  })

  it('is nothing to somebody who only uses it', async () => {
    const { id } = await own()
    const guest = await make.addPerson()
    await make.grant(id, guest.userId, 'control')
    const asked = await server.post('/vmcloud/api/device/stopDevice', { deviceIds: [id] }, guest)
    expect(asked).toMatchObject({ code: 1031 })
    expect(await make.stateOf(id)).toBe('running')
  })

  it('frees its place in the stock when it is deleted', async () => {
    await tenant.fill('balance', 20_000)
    const { deviceId } = await tenant.rent(shop.productId)
    const { rented } = await shop.stock()
    await power('stop', deviceId)
    await power('delete', deviceId)
    await power('delete', deviceId)
    expect((await shop.stock()).rented).toBe(rented - 1)
  })

  it('has not been started by work on it before it came up', async () => {
    const { id } = await own({ state: 'faulty' })
    const send = (event: DeviceEvent) =>
      server.database.db.transaction((tx) => transition(tx, event, server.clock.now(), eq(devices.id, id)))
    for (const event of ['reboot', 'breakDown', 'replace'] as const) {
      await send(event)
      server.clock.advance(HOUR_MS)
      expect(await tenant.deviceOf(id)).toMatchObject({ firstStartedAt: null, runningSince: null, ranMs: 0 })
    }
    await send('settleRunning')
    const runningSince = server.clock.now()
    expect(await tenant.deviceOf(id)).toMatchObject({ firstStartedAt: runningSince, runningSince, ranMs: 0 })
  })

  it('counts how long it was really on', async () => {
    const { id } = await own({ state: 'stopped' })
    await power('start', id)
    const firstStartedAt = server.clock.now()
    server.clock.advance(10 * MINUTE_MS)
    await power('stop', id)
    server.clock.advance(HOUR_MS)
    await power('start', id)
    server.clock.advance(5 * MINUTE_MS)
    expect(await tenant.deviceOf(id)).toMatchObject({ firstStartedAt, ranMs: 10 * MINUTE_MS })
    await power('stop', id)
    expect(await tenant.deviceOf(id)).toMatchObject({ ranMs: 15 * MINUTE_MS, runningSince: null })
  })
})

it('is released once, and its place is free once, when the database goes away in the middle', async () => {
  await tenant.fill('balance', 20_000)
  const { deviceId } = await tenant.rent((await tenant.productOf(1)).id)
  const { rented } = await shop.stock()
  server.clock.advance(HOUR_MS)
  await sweep()
  expect(await make.stateOf(deviceId)).toBe('expired')
  server.clock.advance(2 * HOUR_MS)
  const sweeps = [sweep(), sweep()].map((each) => each.catch(() => undefined))
  await dropConnections(server.database.url)
  await Promise.all(sweeps)
  await eventually(async () => {
    await sweep()
    expect(await make.stateOf(deviceId)).toBe('released')
  })
  expect((await shop.stock()).rented).toBe(rented - 1)
})

describe('a metered phone', () => {
  const rentMetered = async (beans: number) => {
    await tenant.fill('beans', beans)
    const product = await tenant.productOf(1, true)
    const { deviceId, orderId } = await tenant.rent(product.id, 1, PayMethod.beans)
    return { deviceId, orderId, hourCents: product.priceCents }
  }
  const hoursOf = (deviceId: number) => server.database.db.$count(ledgerEntries, eq(ledgerEntries.deviceId, deviceId))

  it('begins with an hour that is paid in beans, and in nothing else', async () => {
    await tenant.fill('balance', 1000)
    const product = await tenant.productOf(1, true)
    const { data } = await shop.order(tenant.token, {
      items: [{ id: product.id, quantity: 1, goodPrice: product.priceCents }],
      zoneId: shop.zoneId,
      imageType: 1,
      totalCents: product.priceCents,
    })
    expect(data).toMatchObject({ payMethods: [PayMethod.beans] })
    const { orderId } = data as { orderId: number }
    expect(await tenant.pay(orderId, PayMethod.balance)).toMatchObject({ code: 1080, msg: '该订单不支持此支付方式' })
    expect(await tenant.pay(orderId, PayMethod.beans)).toMatchObject({ code: 1015 })
  })

  it('pays each hour once, a little before it begins, however many look', async () => {
    const { deviceId, hourCents } = await rentMetered(1000)
    const { expiresAt } = await tenant.deviceOf(deviceId)
    server.clock.advance(HOUR_MS - 15_001)
    await meter()
    expect(await hoursOf(deviceId)).toBe(0)
    server.clock.advance(1)
    await Promise.all([meter(), meter(), meter()])
    await meter()
    expect(await hoursOf(deviceId)).toBe(1)
    expect(await tenant.wallet()).toMatchObject({ beansCents: 1000 - 2 * hourCents })
    expect((await tenant.deviceOf(deviceId)).expiresAt.getTime()).toBe(expiresAt.getTime() + HOUR_MS)
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('pays an hour once, when the database goes away in the middle', async () => {
    const { deviceId, hourCents } = await rentMetered(1000)
    server.clock.advance(HOUR_MS)
    const rounds = [meter(), meter()].map((each) => each.catch(() => undefined))
    await dropConnections(server.database.url)
    await Promise.all(rounds)
    await eventually(async () => {
      await meter()
      expect(await hoursOf(deviceId)).toBe(1)
    })
    expect(await tenant.wallet()).toMatchObject({ beansCents: 1000 - 2 * hourCents })
  })

  it('pays nothing for hours in which nobody looked', async () => {
    const { deviceId, hourCents } = await rentMetered(1000)
    server.clock.advance(5 * HOUR_MS)
    await meter()
    expect(await tenant.wallet()).toMatchObject({ beansCents: 1000 - 2 * hourCents })
    expect((await tenant.deviceOf(deviceId)).expiresAt.getTime()).toBe(server.clock.now().getTime() + HOUR_MS)
  })

  it('is charged side by side with others, each once and in a transaction of its own', async () => {
    const { id: productId, priceCents } = await tenant.productOf(1, true)
    await tenant.fill('beans', 20 * priceCents)
    const soon = new Date(server.clock.now().getTime() + 5_000)
    const phones = await Promise.all(
      Array.from({ length: 20 }, () => own({ isMetered: true, productId, expiresAt: soon })),
    )
    const { db } = server.database
    let running = 0
    let most = 0
    const transaction: typeof db.transaction = async (work) => {
      most = Math.max(most, ++running)
      return db.transaction(work).finally(() => {
        running -= 1
      })
    }
    const database = { ...server.database, db: Object.assign(Object.create(db), { transaction }) }
    await meterHours({ ...server, database })()
    expect(most).toBe(8)
    for (const { id } of phones) expect((await tenant.deviceOf(id)).expiresAt).toEqual(later(soon, HOUR_MS))
    expect(await tenant.wallet()).toMatchObject({ beansCents: 0 })
  })

  it('that somebody else holds is left to the next round, and the others are charged', async () => {
    const { id: productId, priceCents } = await tenant.productOf(1, true)
    await tenant.fill('beans', 2 * priceCents)
    const soon = later(server.clock.now(), 5_000)
    const [held, free] = [
      await own({ isMetered: true, productId, expiresAt: soon }),
      await own({ isMetered: true, productId, expiresAt: soon }),
    ]
    await server.database.db.transaction(async (tx) => {
      await tx.select().from(devices).where(eq(devices.id, held.id)).for('update')
      await meter()
    })
    expect((await tenant.deviceOf(held.id)).expiresAt).toEqual(soon)
    expect((await tenant.deviceOf(free.id)).expiresAt).toEqual(later(soon, HOUR_MS))
    await meter()
    expect((await tenant.deviceOf(held.id)).expiresAt).toEqual(later(soon, HOUR_MS))
    expect(await tenant.wallet()).toMatchObject({ beansCents: 0 })
  })

  it('is metered no further when it is stopped, and starts again within the hour that is paid', async () => {
    const { deviceId, hourCents } = await rentMetered(1000)
    await power('stop', deviceId)
    server.clock.advance(30 * MINUTE_MS)
    await power('start', deviceId)
    await power('stop', deviceId)
    expect(await hoursOf(deviceId)).toBe(0)
    server.clock.advance(10 * HOUR_MS)
    await meter()
    await sweep()
    expect(await make.stateOf(deviceId)).toBe('stopped')
    expect(await power('start', deviceId)).toMatchObject([{ code: 200, state: 'running' }])
    expect(await tenant.wallet()).toMatchObject({ beansCents: 1000 - 2 * hourCents })
  })

  it('that runs already is started again for nothing', async () => {
    const { deviceId, hourCents } = await rentMetered(1000)
    expect(await power('start', deviceId)).toMatchObject([{ code: 200, state: 'running' }])
    expect(await tenant.wallet()).toMatchObject({ beansCents: 1000 - hourCents })
  })

  it('is not started without beans for an hour', async () => {
    const product = await tenant.productOf(1, true)
    const { deviceId } = await rentMetered(product.priceCents)
    await power('stop', deviceId)
    server.clock.advance(2 * HOUR_MS)
    expect(await power('start', deviceId)).toMatchObject([{ code: 1019, state: 'stopped' }])
    await tenant.fill('beans', product.priceCents)
    expect(await power('start', deviceId)).toMatchObject([{ code: 200, state: 'running' }])
  })

  it('without beans is stopped at the end of its hour, kept for two, and released', async () => {
    const product = await tenant.productOf(1, true)
    const { deviceId } = await rentMetered(product.priceCents)
    server.clock.advance(HOUR_MS - 1)
    await meter()
    expect(await make.stateOf(deviceId)).toBe('running')
    server.clock.advance(1)
    await meter()
    expect(await make.stateOf(deviceId)).toBe('expired')
    await eventually(async () => {
      const { rows } = await server.database.pool.query<{ content: string }>(
        `select content from messages where device_id = $1 and event = 'deviceExpired'`,
        [deviceId],
      )
      const { name } = await tenant.deviceOf(deviceId)
      expect(rows).toEqual([{ content: expect.stringContaining(`${name} `) }])
      expect(rows[0]?.content).toContain('云豆')
    })
    server.clock.advance(2 * HOUR_MS - 1)
    await sweep()
    expect(await make.stateOf(deviceId)).toBe('expired')
    server.clock.advance(1)
    await sweep()
    expect(await make.stateOf(deviceId)).toBe('released')
  })

  it('comes back when there are beans again while it is kept', async () => {
    const product = await tenant.productOf(1, true)
    const { deviceId } = await rentMetered(product.priceCents)
    server.clock.advance(HOUR_MS)
    await meter()
    expect(await power('start', deviceId)).toMatchObject([{ code: 1019, state: 'expired' }])
    await tenant.fill('beans', product.priceCents)
    expect(await power('start', deviceId)).toMatchObject([{ code: 200, state: 'running' }])
    expect(await tenant.wallet()).toMatchObject({ beansCents: 0 })
  })

  describe('that its owner has stopped', () => {
    const DAY_MS = 24 * HOUR_MS
    const allTold = () =>
      eventually(async () => {
        const { rows } = await server.database.pool.query('select 1 from outbox where delivered_at is null')
        expect(rows).toEqual([])
      })
    /** A device locked by message delivery is left to the next run, so all messages are written first. */
    const settleStopped = async () => {
      await allTold()
      await runPeriodicJob('devices.releaseStopped')
    }
    const timeText = (atMs: number) => formatChinaTime(new Date(atMs)).slice(0, 16)
    /** Events with the time that their messages name. */
    const toldOf = async (deviceId: number) => {
      await allTold()
      const { rows } = await server.database.pool.query<{ event: string; content: string }>(
        `select event, content from messages where device_id = $1 and event like 'metered%' order by id`,
        [deviceId],
      )
      return rows.map(({ event, content }) => [event, /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(content)?.[0]])
    }

    it('is kept for seven days, told when it stops and a day before, and released', async () => {
      const { deviceId } = await rentMetered(1000)
      const { rented } = await shop.stock()
      await power('stop', deviceId)
      const end = server.clock.now().getTime() + 7 * DAY_MS
      expect(await toldOf(deviceId)).toEqual([['meteredStopped', timeText(end)]])
      server.clock.advance(6 * DAY_MS - 1)
      await settleStopped()
      expect(await toldOf(deviceId)).toHaveLength(1)
      server.clock.advance(1)
      await settleStopped()
      await settleStopped()
      expect((await toldOf(deviceId)).slice(1)).toEqual([['meteredReleaseSoon', timeText(end)]])
      server.clock.advance(DAY_MS - 1)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('stopped')
      server.clock.advance(1)
      await Promise.all([settleStopped(), settleStopped()])
      expect(await make.stateOf(deviceId)).toBe('released')
      expect((await shop.stock()).rented).toBe(rented - 1)
    })

    it('is not released before its owner has had a day to act, however long nobody looked', async () => {
      const { deviceId } = await rentMetered(1000)
      await power('stop', deviceId)
      server.clock.advance(20 * DAY_MS)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('stopped')
      expect((await toldOf(deviceId)).at(-1)).toEqual([
        'meteredReleaseSoon',
        timeText(server.clock.now().getTime() + DAY_MS),
      ])
      server.clock.advance(DAY_MS)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('released')
    })

    it('begins anew when it has run in between', async () => {
      const { deviceId } = await rentMetered(1000)
      await power('stop', deviceId)
      server.clock.advance(6 * DAY_MS)
      await settleStopped()
      await power('start', deviceId)
      await power('stop', deviceId)
      server.clock.advance(6 * DAY_MS - 1)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('stopped')
      server.clock.advance(DAY_MS + 1)
      await settleStopped()
      server.clock.advance(DAY_MS)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('released')
    })

    it('is found also where its stop was never noted', async () => {
      const { deviceId } = await rentMetered(1000)
      await power('stop', deviceId)
      await server.database.pool.query('delete from metered_stops')
      await settleStopped()
      server.clock.advance(6 * DAY_MS)
      await settleStopped()
      server.clock.advance(DAY_MS)
      await settleStopped()
      expect(await make.stateOf(deviceId)).toBe('released')
    })

    it('that somebody else holds is left to the next round, and the others are released', async () => {
      const [{ deviceId: held }, { deviceId: free }] = [await rentMetered(1000), await rentMetered(1000)]
      await power('stop', held, free)
      server.clock.advance(6 * DAY_MS)
      await settleStopped()
      server.clock.advance(DAY_MS)
      await allTold()
      await server.database.db.transaction(async (tx) => {
        await tx.select().from(devices).where(eq(devices.id, held)).for('update')
        await runPeriodicJob('devices.releaseStopped')
      })
      expect([await make.stateOf(held), await make.stateOf(free)]).toEqual(['stopped', 'released'])
      await settleStopped()
      expect(await make.stateOf(held)).toBe('released')
    })

    it('leaves prepaid ones alone, and one that cannot be released stops no other', async () => {
      const { deviceId: broken } = await rentMetered(1000)
      const { deviceId: sound } = await rentMetered(1000)
      const prepaid = await own({ state: 'stopped', expiresAt: new Date(server.clock.now().getTime() + 30 * DAY_MS) })
      await power('stop', broken, sound)
      server.clock.advance(6 * DAY_MS)
      await settleStopped()
      server.clock.advance(DAY_MS)
      await server.database.pool.query('update devices set config_id = null where id = $1', [sound])
      await server.database.pool.query('update zone_stock set rented = 0')
      await settleStopped()
      expect(await make.stateOf(broken)).toBe('stopped')
      expect(await make.stateOf(sound)).toBe('released')
      expect(await make.stateOf(prepaid.id)).toBe('stopped')
    })
  })
})
