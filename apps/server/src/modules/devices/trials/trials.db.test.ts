import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { MessageType } from '@yunji/contract/messages/rules'
import type { getTrialReturns } from '@yunji/contract/operator/content-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { settings } from '../../../tables/platform.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createReader } from '../../../testing/messages.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

type Person = Awaited<ReturnType<ReturnType<typeof createDevices>['addPerson']>>

const GUIDE = '/vmcloud/api/newUserGuide'
const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const { db, pool } = server.database

interface Equipment {
  readonly claimable: boolean
  readonly deviceId: number | null
  readonly refusal: string | null
  readonly endsAt: number | null
  readonly configId: number | null
}

const operate = (name: string, body: object) =>
  server.post(`/vmcloud/api/operator/${name}`, body, { token: OPERATOR_TOKEN })
const equipment = async ({ token }: Person) =>
  (await server.get(`${GUIDE}/getNewUserReceiveEquipment`, { token })).data as Equipment
const claim = ({ token }: Person, key = shop.nextKey()) =>
  server.post(`${GUIDE}/claimTrialDevice`, {}, { token, headers: { 'idempotency-key': key } })
const claimed = async (person: Person): Promise<number> => {
  const { data } = await claim(person)
  return (data as { deviceId: number }).deviceId
}
const rowOf = async (deviceId: number) => {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
  return device as typeof devices.$inferSelect
}
const running = async (person: Person): Promise<number> => {
  const deviceId = await claimed(person)
  await eventually(async () => expect((await rowOf(deviceId)).state).toBe('running'))
  return deviceId
}
const run = (jobName: string) => server.periodicJobs.find(({ name }) => name === jobName)?.run()
const terms = (changes: object = {}) => ({
  isOn: true,
  configId: shop.configId,
  maximumPercent: 50,
  keepFreePercent: 10,
  ...changes,
})

/** Ends all trials, once none is being created. */
const releaseAll = async () => {
  await eventually(async () => {
    const { rowCount } = await pool.query(`select from devices where is_trial and state = 'creating'`)
    expect(rowCount).toBe(0)
  })
  await pool.query(`update devices set state = 'released', state_deadline = null where is_trial`)
}

beforeEach(async () => {
  await releaseAll()
  await db.update(zoneStock).set({ capacity: 200, reserved: 0, rented: 0 })
  await operate('setTrialTerms', terms())
})

describe('a trial', () => {
  it('is looked at without a change, claimed once, and answered again while it runs', async () => {
    const person = await make.addPerson()
    expect(await equipment(person)).toMatchObject({ claimable: true, deviceId: null, refusal: null })
    const key = shop.nextKey()
    const first = await claim(person, key)
    expect(await claim(person, key)).toMatchObject({ code: 200, data: first.data })
    expect(await claim(person)).toMatchObject({ code: 200, data: first.data })
    const { deviceId } = first.data as { deviceId: number }
    expect(await equipment(person)).toMatchObject({ claimable: false, deviceId })
    const { rows } = await pool.query('select count(*)::int as trials from trials where user_id = $1', [person.userId])
    expect(rows).toEqual([{ trials: 1 }])
  })

  it('lasts thirty minutes from the moment its phone can be used', async () => {
    const person = await make.addPerson()
    const deviceId = await running(person)
    const endsAt = server.clock.now().getTime() + 30 * MINUTE_MS
    expect((await rowOf(deviceId)).expiresAt.getTime()).toBe(endsAt)
    expect(await equipment(person)).toMatchObject({ deviceId, endsAt })
    server.clock.advance(30 * MINUTE_MS - 1)
    await run('devices.sweep')
    expect((await rowOf(deviceId)).state).toBe('running')
    server.clock.advance(1)
    await run('devices.sweep')
    const { state, phoneId } = await rowOf(deviceId)
    expect(state).toBe('released')
    await eventually(() => expect(server.supplier.released).toContain(phoneId))
    expect(await equipment(person)).toMatchObject({ claimable: false, deviceId: null, refusal: 'used' })
    expect(await claim(person)).toMatchObject({ code: 1080, msg: '每人只能试用一次，你已经试用过了' })
    expect((await db.select().from(zoneStock)).every(({ rented }) => rented === 0)).toBe(true)
    await createReader(server, person.token).waitFor(MessageType.deviceCreation, '试用已结束')
  })

  it('ends at its time although its phone is faulty', async () => {
    const deviceId = await running(await make.addPerson())
    const stateDeadline = new Date('2099-01-01')
    await db.update(devices).set({ state: 'faulty', stateDeadline }).where(eq(devices.id, deviceId))
    server.clock.advance(31 * MINUTE_MS)
    await run('devices.sweep')
    expect((await rowOf(deviceId)).state).toBe('released')
  })

  it('is given back when its phone cannot be created', async () => {
    const person = await make.addPerson()
    const phoneId = `trial-${person.userId}-${server.clock.now().getTime()}`
    server.supplier.failing.set(`provision ${phoneId}`, 'noStock')
    const deviceId = await claimed(person)
    await eventually(async () => expect((await rowOf(deviceId)).state).toBe('released'))
    expect(await equipment(person)).toMatchObject({ claimable: true, deviceId: null })
    server.clock.advance(1000)
    expect(await running(person)).not.toBe(deviceId)
  })
})

describe('a trial phone', () => {
  it('is worth nothing: no renewal, change, move or transfer', async () => {
    const person = await make.addPerson()
    const deviceId = await running(person)
    const { data } = await server.get('/vmcloud/api/device/getDeviceList?page=1&rows=10', person)
    const [record] = (data as { records: DeviceRecord[] }).records
    expect(record).toMatchObject({ deviceId, isTrial: true, buttons: [], name: '试用云手机' })
    const renewal = await server.post('/vmcloud/api/renewal/getRenewPrices', { deviceIds: [deviceId] }, person)
    expect(renewal.msg).toContain('试用设备不能续费')
    const transfers = await server.post('/vmcloud/api/transfer/getDevices', { deviceIds: [deviceId] }, person)
    expect(JSON.stringify(transfers.data)).toContain('"refusal":"trial"')
    const replace = await server.get(`/vmcloud/api/device/getReplaceTerms?deviceId=${deviceId}`, person)
    expect(JSON.stringify(replace.data)).toContain('试用设备不支持更换')
  })
})

describe('one person', () => {
  it('has one trial by any number on the same client', async () => {
    const person = await make.addPerson()
    const other = await make.addPerson()
    await pool.query(
      `insert into login_devices select $2, device, last_login_at from login_devices where user_id = $1 limit 1`,
      [person.userId, other.userId],
    )
    await claimed(person)
    expect((await claim(other)).code).toBe(1080)
  })

  it('has one trial with the same identity card', async () => {
    const [person, other] = [await make.addPerson(), await make.addPerson()]
    for (const { userId } of [person, other])
      await pool.query(
        `insert into verifications (user_id, kind, status, name, number, submitted_at, decided_at)
         values ($1, 1, $2, '王', '110101199003070011', now(), now())`,
        [userId, CheckStatus.pass],
      )
    await claimed(person)
    expect(await equipment(other)).toMatchObject({ claimable: false, refusal: 'used' })
  })

  it('has none after registering the number again, for a year', async () => {
    const person = await make.addPerson()
    await claimed(person)
    const { rows } = await pool.query('select mobile_phone from users where id = $1', [person.userId])
    await releaseAll()
    await pool.query('update users set mobile_phone = null, erased_at = $2 where id = $1', [
      person.userId,
      server.clock.now(),
    ])
    await pool.query('delete from login_devices where user_id = $1', [person.userId])
    const again = await make.addPerson()
    await pool.query('update users set mobile_phone = $2 where id = $1', [again.userId, rows[0].mobile_phone])
    expect(await equipment(again)).toMatchObject({ claimable: false, refusal: 'used' })
    const stored = await pool.query('select encode(mark, $1) as mark from trial_marks', ['escape'])
    expect(JSON.stringify(stored.rows)).not.toContain(rows[0].mobile_phone)
    server.clock.advance(366 * DAY_MS)
    await server.runJob('maintenance.sweep')
    const left = await pool.query('select 1 from trials where user_id = $1', [person.userId])
    expect(left.rowCount).toBe(0)
  })

  it('of fifty claims at once has one phone', async () => {
    const person = await make.addPerson()
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(person)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => (data as { deviceId: number }).deviceId)).size).toBe(1)
  })
})

describe('an operator', () => {
  const giveBack = (userId: number) => operate('returnTrial', { userId, operatorName: '小云', reason: '手机有故障' })

  it('gives an ended trial back, once, and it is written down', async () => {
    const person = await make.addPerson()
    expect((await giveBack(person.userId)).msg).toContain('可以直接领取')
    await running(person)
    expect((await giveBack(person.userId)).msg).toBe('试用还没有结束')
    await releaseAll()
    expect(await equipment(person)).toMatchObject({ claimable: false, refusal: 'used' })
    const answers = await Promise.all([giveBack(person.userId), giveBack(person.userId)])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 1080])
    expect(await equipment(person)).toMatchObject({ claimable: true })
    const { data } = await server.get('/vmcloud/api/operator/getTrialReturns', { token: OPERATOR_TOKEN })
    expect((data as { records: object[] }).records[0]).toEqual({
      userId: person.userId,
      operatorName: '小云',
      reason: '手机有故障',
      returnedAt: server.clock.now().getTime(),
    })
    const audits = await db
      .select()
      .from(operatorAudit)
      .where(and(eq(operatorAudit.call, 'returnTrial'), eq(operatorAudit.outcome, 'done')))
    expect(audits).toMatchObject([
      {
        subject: `user:${person.userId}`,
        before: { trialDeviceId: expect.any(Number), returns: 0 },
        after: { trialDeviceId: null, returns: 1 },
      },
    ])
    server.clock.advance(1000)
    await running(person)
    expect((await giveBack(999_999)).code).toBe(1080)
  })

  it('is named by the session, whatever name is sent; the configured token says for whom', async () => {
    const operators = createOperatorHarness(server)
    const { token, name } = await operators.addReady('support')
    const recorded = async (as: string, sent: object): Promise<string | undefined> => {
      const person = await make.addPerson()
      await running(person)
      await releaseAll()
      expect(
        await operators.post('returnTrial', { userId: person.userId, reason: '有故障', ...sent }, as),
      ).toMatchObject({ code: 200 })
      const { records } = (await operators.get('getTrialReturns', as)).data as CallData<typeof getTrialReturns>
      return records.find(({ userId }) => userId === person.userId)?.operatorName
    }
    expect(await recorded(token, { operatorName: '总经理' })).toBe(name)
    expect(await recorded(token, {})).toBe(name)
    expect(await recorded(OPERATOR_TOKEN, { operatorName: '小云' })).toBe('小云')
    expect(await recorded(OPERATOR_TOKEN, {})).toBe('令牌')
  })

  it('gives one to somebody who was refused for the trial of another, who has none again', async () => {
    const [person, other] = [await make.addPerson(), await make.addPerson()]
    await pool.query(
      `insert into login_devices select $2, device, last_login_at from login_devices where user_id = $1 limit 1`,
      [person.userId, other.userId],
    )
    await claimed(person)
    expect(await equipment(other)).toMatchObject({ refusal: 'used' })
    expect((await giveBack(other.userId)).code).toBe(200)
    expect(await equipment(other)).toMatchObject({ claimable: true })
    await releaseAll()
    expect(await equipment(person)).toMatchObject({ claimable: false, refusal: 'used' })
  })
})

describe('trials together', () => {
  it('never take more than their share, nor the last phones of buyers, however many claim at once', async () => {
    await db.update(zoneStock).set({ capacity: 10, rented: 0 }).where(eq(zoneStock.configId, shop.configId))
    const zones = (await db.select().from(zoneStock).where(eq(zoneStock.configId, shop.configId))).length
    await operate('setTrialTerms', terms({ maximumPercent: 20 }))
    const people = await Promise.all(Array.from({ length: 12 }, () => make.addPerson()))
    const answers = await Promise.all(people.map((person) => claim(person)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2 * zones)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 1017]))
    await db.update(zoneStock).set({ capacity: 10, rented: 8 }).where(eq(zoneStock.configId, shop.configId))
    await releaseAll()
    await operate('setTrialTerms', terms({ keepFreePercent: 20 }))
    expect((await claim(await make.addPerson())).code).toBe(1017)
  })

  it('can be switched off, and are off while their terms cannot be read', async () => {
    const person = await make.addPerson()
    await operate('setTrialTerms', terms({ isOn: false }))
    expect(await claim(person)).toMatchObject({ code: 1080, msg: '试用暂未开放，敬请期待' })
    await db
      .update(settings)
      .set({ value: { isOn: 'yes' } })
      .where(eq(settings.key, 'trialTerms'))
    expect(await equipment(person)).toMatchObject({ claimable: false, refusal: 'off' })
    await db.delete(settings).where(eq(settings.key, 'trialTerms'))
    expect(await equipment(person)).toMatchObject({ claimable: true })
  })

  it('are told to those who wait for one, when one is free and not before', async () => {
    const person = await make.addPerson()
    await db.update(zoneStock).set({ capacity: 10, rented: 8 }).where(eq(zoneStock.configId, shop.configId))
    await operate('setTrialTerms', terms({ keepFreePercent: 20 }))
    const { configId } = await equipment(person)
    const wait = { configId, isForTrial: true, isOn: true }
    const set = await server.post('/vmcloud/api/CommodityGroup/setStockWait', wait, person)
    expect(set.data).toEqual({ waits: [{ configId, zoneId: null, isForTrial: true }] })
    const reader = createReader(server, person.token)
    await run('stock.announce')
    expect((await reader.list(MessageType.system)).records).toEqual([])
    await db.update(zoneStock).set({ rented: 0 }).where(eq(zoneStock.configId, shop.configId))
    await run('stock.announce')
    await reader.waitFor(MessageType.system, '可以试用云手机了')
  })

  it('are counted for the operator', async () => {
    await claimed(await make.addPerson())
    const { data } = await server.get('/vmcloud/api/operator/getTrialTerms', { token: OPERATOR_TOKEN })
    expect(data).toMatchObject({ terms: terms(), running: 1 })
    expect(await operate('setTrialTerms', terms({ configId: 999_999 }))).toMatchObject({ code: 1022 })
  })
})
