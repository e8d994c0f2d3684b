import { SMS_DAILY_LIMIT } from '@yunji/contract/accounts/sms/rules'
import type { getSetup } from '@yunji/contract/operator/setup-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { createSuppliers } from '../../../platform/supplier.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { useServer } from '../../../testing/use-server.ts'
import { testSetup } from './test-setup.ts'

type Part = CallData<typeof getSetup>['records'][number]

const server = await useServer()
const operators = createOperatorHarness(server)
let token = ''
beforeAll(async () => {
  token = (await operators.addReady('owner')).token
})

const read = async (part: string): Promise<Part | undefined> =>
  ((await operators.get('getSetup', token)).data as { records: Part[] }).records.find((each) => each.part === part)
const test = (part: string, more = {}) => operators.post('testSetup', { part, ...more }, token)

it('says of stand-ins that they are, and names the setting that replaces them', async () => {
  expect(await read('sms')).toMatchObject({ state: 'embedded', missing: ['SMS_PROVIDER'], lastTest: null })
  expect(await read('alipay')).toMatchObject({ state: 'embedded', missing: ['ALIPAY_APP_ID'] })
  expect(await read('storage')).toMatchObject({ state: 'embedded', missing: ['YUNJI_S3_BUCKET'] })
  expect(await read('phones')).toMatchObject({ state: 'missing', missing: ['YUNJI_PHONES'] })
})

it.each(['alipay', 'wechatPay'])('asks %s about an order that does not exist', async (part) => {
  expect((await test(part)).data).toEqual({ isOk: true, text: '签名已被接受，平台回答没有这笔订单' })
  expect((await read(part))?.lastTest).toMatchObject({ isOk: true })
})

it('stores, reads, lists and deletes an object', async () => {
  expect((await test('storage')).data).toMatchObject({ isOk: true })
  const rows = await server.database.db.select().from(operatorAudit).where(eq(operatorAudit.subject, 'setup:storage'))
  expect(rows).toMatchObject([{ call: 'testSetup', after: { isOk: true } }])
})

it('fails a store that cannot be listed, which backups need', async () => {
  const nothing = async function* (): AsyncGenerator<string> {}
  const objects: ObjectStore = {
    put: async () => ({ sizeBytes: 0 }),
    readInto: async (_key, _offset, target) => target.write('set-up test'),
    get: async () => null,
    sizeBytes: async () => null,
    delete: async () => undefined,
    list: nothing,
    probe: async () => undefined,
  }
  const refused = (): never => {
    throw new Error('AccessDenied')
  }
  for (const list of [nothing, refused]) {
    const deps = {
      ...server,
      objectStore: { ...objects, list },
      sms: server.providers.sms,
      payments: {},
      suppliers: createSuppliers([]),
    }
    expect(await testSetup(deps, { part: 'storage' }, 'owner', async () => undefined)).toMatchObject({ isOk: false })
  }
})

it('sends one message a minute, and keeps no number', async () => {
  const mobilePhone = '13900031001'
  expect((await test('sms')).msg).toBe('请填写接收短信的手机号')
  expect((await test('sms', { mobilePhone })).data).toMatchObject({ isOk: true })
  expect(server.lastCode(mobilePhone)).toMatch(/^\d{6}$/)
  expect((await test('sms', { mobilePhone })).msg).toContain('每分钟只能发一条')
  server.clock.advance(MINUTE_MS)
  expect((await test('sms', { mobilePhone })).code).toBe(200)
  const { rows } = await server.database.pool.query('select * from operator_audit, setup_tests')
  expect(JSON.stringify(rows)).not.toContain(mobilePhone)
})

it('sends a number no more messages a day than customers get', async () => {
  const mobilePhone = '13900031002'
  const send = async (to = mobilePhone) => {
    server.clock.advance(MINUTE_MS)
    return test('sms', { mobilePhone: to })
  }
  for (let sent = 0; sent < SMS_DAILY_LIMIT; sent += 1) expect((await send()).code).toBe(200)
  expect((await send()).code).toBe(ErrorCode.SMS_DAILY_LIMIT)
  // A refused test does not use up the minute either.
  expect((await test('sms', { mobilePhone: '13900031003' })).code).toBe(200)
})

it('probes a phone, and says when there is none', async () => {
  expect((await test('phones')).data).toMatchObject({ isOk: false, text: expect.stringContaining('还没有云手机') })
  await operators.post('attachPhone', { address: '10.7.0.1:5555' }, token)
  expect((await test('phones')).data).toMatchObject({ isOk: true })
  server.supplier.probes.set('10.7.0.1:5555', 'unreachable')
  expect((await test('phones')).data).toMatchObject({ isOk: false })
})

it('is tested by operators with the right alone', async () => {
  const catalogue = await operators.addReady('catalogue')
  expect((await operators.post('testSetup', { part: 'storage' }, catalogue.token)).data).toEqual({
    right: 'settings.write',
  })
  expect((await operators.get('getSetup', catalogue.token)).code).toBe(200)
})
