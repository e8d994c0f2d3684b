import { randomInt, randomUUID } from 'node:crypto'
import { SMS_DAILY_LIMIT } from '@yunji/contract/accounts/sms/rules'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import type { SetupPart } from '@yunji/contract/operator/setup'
import type { Logger } from 'pino'
import { untilAborted } from '../../../platform/abort.ts'
import { chinaDay } from '../../../platform/china-time.ts'
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import { type PaymentProvider, PaymentRefused, type Payments } from '../../../platform/payments.ts'
import { SmsRefused, type SmsSender } from '../../../platform/sms.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import { returnQuotas, takeQuota } from '../../accounts/sms-codes/index.ts'
import { findAttached, findRunning, findTest, lockPart, saveTest } from './store.ts'

export interface SetupTestDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly sms: SmsSender
  readonly payments: Payments
  readonly objectStore: ObjectStore
  readonly suppliers: Suppliers
}

interface TestResult {
  readonly isOk: boolean
  readonly text: string
}

const TEST_DEADLINE_MS = 15_000
const SMS_EVERY_MS = MINUTE_MS
const CODE_MINUTES = 5
const CONTENT = Buffer.from('set-up test')

const ok = (text: string): TestResult => ({ isOk: true, text })
const failed = (text: string): TestResult => ({ isOk: false, text })
const refuse = (text: string) => new AppError('SHOW_ERROR_TIP', { text })

/**
 * One message a minute, by whichever operator, and as many a day to a number as customers have: nobody is flooded with
 * codes from here. Quotas about a number end with it, so that erasing an account finds them.
 */
const reserveSms = ({ database: { db }, clock }: SetupTestDeps, mobilePhone: string, operatorName: string) =>
  db.transaction(async (tx) => {
    await lockPart(tx, 'sms')
    const last = await findTest(tx, 'sms')
    const now = clock.now()
    if (last && now.getTime() - last.testedAt.getTime() < SMS_EVERY_MS)
      throw refuse('每分钟只能发一条测试短信，请稍后再试')
    const quota = { subject: `test:${mobilePhone}`, day: chinaDay(now) }
    if (!(await takeQuota(tx, quota.subject, quota.day, SMS_DAILY_LIMIT))) throw new AppError('SMS_DAILY_LIMIT')
    await saveTest(tx, { part: 'sms', isOk: false, text: '已发出，没有等到结果', operatorName, testedAt: now })
    return quota
  })

/** The code opens nothing: no row of it is kept. */
const testSms = async (
  deps: SetupTestDeps,
  mobilePhone: string | undefined,
  operatorName: string,
): Promise<TestResult> => {
  if (!mobilePhone) throw refuse('请填写接收短信的手机号')
  const { subject, day } = await reserveSms(deps, mobilePhone, operatorName)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  try {
    await deps.sms.send({ mobilePhone, code, lifetimeMinutes: CODE_MINUTES })
    return ok('短信平台已接收，请看手机是否收到')
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    await returnQuotas(deps.database.db, [subject], day)
    return failed('短信平台拒绝发送：请检查签名、模板和密钥')
  }
}

const testPayment = async (provider: PaymentProvider | undefined): Promise<TestResult> => {
  if (!provider) return failed('没有设置，无法测试')
  try {
    const { state } = await provider.query(`test${randomUUID().replaceAll('-', '').slice(0, 24)}`)
    return state === 'unknown'
      ? ok('签名已被接受，平台回答没有这笔订单')
      : failed('平台对一笔不存在的订单给出了意外的回答')
  } catch (error) {
    if (error instanceof PaymentRefused) return failed('平台拒绝了请求：请检查应用、商户号和密钥')
    throw error
  }
}

/** Backups and sweeps list the store. There is at least the object of the test. */
const isListed = async (objectStore: ObjectStore): Promise<boolean> => {
  for await (const key of objectStore.list()) return key !== ''
  return false
}

const testStorage = async ({ objectStore }: SetupTestDeps): Promise<TestResult> => {
  const key = `set-up-tests/${randomUUID()}`
  try {
    const body = (async function* () {
      yield CONTENT
    })()
    await objectStore.put(key, body, CONTENT.length)
    const read = Buffer.alloc(CONTENT.length)
    await objectStore.readInto(key, 0, read)
    if (!read.equals(CONTENT)) return failed('读回的内容与写入的不同')
    return (await isListed(objectStore)) ? ok('写入、读取、列出和删除都成功') : failed('列不出刚写入的文件')
  } finally {
    await objectStore.delete(key)
  }
}

const testPhones = async ({ database: { db }, suppliers }: SetupTestDeps, signal: AbortSignal): Promise<TestResult> => {
  const attached = await findAttached(db)
  const supplier = suppliers.of(SupplierType.selfHosted)
  if (attached && supplier.isUp)
    return (await supplier.isUp(attached, signal)) ? ok('最近接入的云手机有应答') : failed('最近接入的云手机没有应答')
  const running = await findRunning(db)
  if (!running) return failed('还没有云手机可以探测：在「自营云手机」接入一台，或购买一台试用')
  const health = await suppliers.of(running.supplierType).health(running.phoneId, signal)
  return health === 'up' ? ok(`设备 #${running.id} 有应答`) : failed(`设备 #${running.id} 没有应答`)
}

interface SetupTestRequest {
  readonly part: SetupPart
  readonly mobilePhone?: string | undefined
}

const run = (
  deps: SetupTestDeps,
  { part, mobilePhone }: SetupTestRequest,
  operatorName: string,
  signal: AbortSignal,
): Promise<TestResult> => {
  switch (part) {
    case 'sms':
      return testSms(deps, mobilePhone, operatorName)
    case 'alipay':
      return testPayment(deps.payments.alipay)
    case 'wechatPay':
      return testPayment(deps.payments.wechat)
    case 'storage':
      return testStorage(deps)
    case 'phones':
      return testPhones(deps, signal)
  }
}

/** Tests one part against its provider, within 15 s. Texts of providers stay in the log: they may contain keys. */
export const testSetup = async (
  deps: SetupTestDeps,
  request: SetupTestRequest,
  operatorName: string,
  addAudit: AddAudit,
): Promise<TestResult> => {
  const { database, clock, log } = deps
  const { part } = request
  const signal = AbortSignal.timeout(TEST_DEADLINE_MS)
  const result = await untilAborted(signal, run(deps, request, operatorName, signal)).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    log.warn({ err: error, part }, 'set-up test failed')
    return failed(signal.aborted ? '15 秒内没有回答' : '连接不上，或对方没有正常回答；详情在日志里')
  })
  await database.db.transaction(async (tx) => {
    await saveTest(tx, { part, ...result, operatorName, testedAt: clock.now() })
    await addAudit(tx, { subject: `setup:${part}`, after: result })
  })
  return result
}
