import { getOrderInfo } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { trackLedger } from '../support/ledger-totals.ts'
import { button, chooseForDevice, confirmDialog, link, payBy, radio, tab, tapWhenReady, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { phoneCanvas } from './phone-canvas.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)
const ledger = trackLedger(system.databaseUrl)

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const WEEK_HOURS = 7 * DAY_HOURS
const MONTH_HOURS = 30 * DAY_HOURS
/** First-purchase discounts on a phone and on beans. */
const PHONE_COUPON_CENTS = 500
const BEANS_COUPON_CENTS = 1000

const query = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await withClient(system.databaseUrl(), (client) => client.query<Row>(sql, [...values]))).rows

interface Price {
  readonly plain: number
  readonly first: number
}

/** Catalogue price of the first model's smallest or next larger configuration. */
const priceOf = async (memoryGb: number, hours: number, isMetered = false): Promise<Price> => {
  const [price] = await query<Price>(
    `select price_cents::int as plain, first_price_cents::int as first from billable_products
     join goods_configurations c on c.id = config_id join goods on goods.id = c.good_id
     where goods_level = 1 and version = '10/B' and cpu_cores = 4 and memory_gb = $1
       and good_time_hours = $2 and is_metered = $3`,
    [memoryGb, hours, isMetered],
  )
  if (!price) throw new Error(`nothing of ${memoryGb} GB is sold for ${hours} hours`)
  return price
}

interface Device {
  readonly id: number
  readonly state: string
  readonly isMetered: boolean
  readonly memoryGb: number
  readonly expiresAt: number
}

const devices = (ownerId: number): Promise<Device[]> =>
  query<Device>(
    `select devices.id::int, state, is_metered as "isMetered", memory_gb as "memoryGb",
       (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
     from devices join goods_configurations c on c.id = config_id where owner_id = $1 order by devices.id`,
    [ownerId],
  )

/** Remaining value of a device at the time of its change quote. */
const worthFor = async (changeId: number, deviceId: number): Promise<number> => {
  const shares = await query<{ paid: number; bought: number; left: number }>(
    `select paid_cents::int as paid, bought_seconds::int as bought, floor(extract(epoch from
       starts_at + make_interval(secs => bought_seconds) - to_timestamp((purchase ->> 'quotedAt')::float8 / 1000)))::int as left
     from order_devices, orders where orders.id = $1 and device_id = $2 and order_id < $1`,
    [changeId, deviceId],
  )
  return shares.reduce((sum, { paid, bought, left }) => sum + Math.floor((paid * Math.min(left, bought)) / bought), 0)
}

const registerBySms = async (page: Page, mobilePhone: string): Promise<string> => {
  await page.goto('/pages/login/login')
  await page.getByRole('textbox', { name: '手机号' }).fill(mobilePhone)
  await button(page, '获取验证码').click()
  await expect.poll(() => people.lastCode(mobilePhone), LONG_TIMEOUT).not.toBe('')
  await page.getByRole('textbox', { name: /验证码/ }).fill(await people.lastCode(mobilePhone))
  await shownPage(page).getByRole('checkbox').click()
  await button(page, '登录 / 注册').click()
  // The left page also contains the dialog until it is removed.
  await page.waitForURL('**/pages/Home/index')
  await expect.poll(() => confirmDialog(page).count(), LONG_TIMEOUT).toBe(1)
  await confirmDialog(page).getByRole('button', { name: '以后再说' }).click(LONG_TIMEOUT)
  return page.evaluate(() => (JSON.parse(localStorage.getItem('token') ?? '{}') as { data: string }).data)
}

/** From the purchase page to the payment page, with a duration of the preselected model. */
const order = async (page: Page, duration: RegExp): Promise<void> => {
  await page.goto('/pages/Home/create')
  await radio(page, duration).click()
  await link(page, '立即购买').click()
  await shownPage(page).getByRole('checkbox').click()
  await tapWhenReady(page, '提交订单')
}

test('a new customer buys, opens, renews, upgrades, converts and redeems, and the books are right at each step', async () => {
  const { page, takeErrors } = await system.visit()
  const mobilePhone = people.freePhone()
  const token = await registerBySms(page, mobilePhone)
  const [user] = await query<{ id: number }>('select id::int from users where mobile_phone = $1', [mobilePhone])
  const userId = user?.id ?? 0
  const linesOf = async (orderId: number): Promise<OrderInfo['lines']> =>
    ((await people.call(getOrderInfo, { orderId }, token)).data as OrderInfo).lines
  await ledger.expectMoved({})

  const month = await priceOf(3, MONTH_HOURS)
  await order(page, /30 天/)
  const bought = await payBy(page, 'alipay')
  await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
  expect(await linesOf(bought)).toEqual([
    { label: '商品金额', amountCents: month.plain },
    { label: '首购优惠', amountCents: month.first - month.plain },
    { label: '优惠券', amountCents: -PHONE_COUPON_CENTS },
  ])
  const boughtCents = month.first - PHONE_COUPON_CENTS
  await ledger.expectMoved({ alipay: -boughtCents, revenue: boughtCents })

  await link(page, '打开云手机').click()
  await phoneCanvas(page).waitForPicture()
  const [phone] = await devices(userId)
  expect(phone).toMatchObject({ state: 'running', memoryGb: 3 })
  const deviceId = phone?.id ?? 0

  const week = await priceOf(3, WEEK_HOURS)
  await chooseForDevice(page, '续费')
  await radio(page, /^7 天/).click()
  await tapWhenReady(page, '去支付')
  const renewed = await payBy(page, 'wechat')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  expect(await linesOf(renewed)).toEqual([{ label: '商品金额', amountCents: week.plain }])
  expect((await devices(userId))[0]?.expiresAt).toBe((phone?.expiresAt ?? 0) + WEEK_HOURS * HOUR_MS)
  await ledger.expectMoved({ wechat: -week.plain, revenue: week.plain })

  const larger = await priceOf(4, MONTH_HOURS)
  await chooseForDevice(page, '升降配置')
  await radio(page, /^4 核 · 4 GB/).click()
  await tapWhenReady(page, '去支付')
  await confirmDialog(page)
    .getByText(/到期早 \d 天/)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '去支付' }).click()
  const upgraded = await payBy(page, 'alipay')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  const worthCents = await worthFor(upgraded, deviceId)
  expect(await linesOf(upgraded)).toEqual([
    { label: '商品金额', amountCents: larger.plain },
    { label: '剩余价值抵扣', amountCents: -worthCents },
  ])
  expect((await devices(userId))[0]).toMatchObject({ id: deviceId, state: 'running', memoryGb: 4 })
  await ledger.expectMoved({ alipay: worthCents - larger.plain, revenue: larger.plain - worthCents })

  await page.goto('/pages/user/recharge')
  await radio(page, /3,000/).click()
  await text(page, `-¥${BEANS_COUPON_CENTS / 100}.00`).waitFor()
  await tapWhenReady(page, '立即充值')
  await payBy(page, 'alipay')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  const giftCents = BEANS_COUPON_CENTS + 100
  await ledger.expectMoved({ alipay: BEANS_COUPON_CENTS - 3000, beans: 2000 + giftCents, promotion: -giftCents })

  const hour = await priceOf(3, 1, true)
  await order(page, /按小时/)
  const metered = await payBy(page, 'beans')
  await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
  expect(await linesOf(metered)).toEqual([{ label: '商品金额', amountCents: hour.plain }])
  await ledger.expectMoved({ beans: -hour.plain, revenue: hour.plain })
  await query("update devices set expires_at = now() + interval '2 seconds' where is_metered")
  await ledger.expectMoved({ beans: -hour.plain, revenue: hour.plain })

  await page.goto('/pages/user/recharge')
  await link(page, '转为包月套餐').click()
  await tapWhenReady(page, '转为包月')
  const paidUntil = (await devices(userId))[1]?.expiresAt ?? 0
  const converted = await payBy(page, 'beans')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  expect(await linesOf(converted)).toEqual([{ label: '商品金额', amountCents: month.plain }])
  expect((await devices(userId))[1]).toMatchObject({
    isMetered: false,
    expiresAt: paidUntil + MONTH_HOURS * HOUR_MS,
  })
  await ledger.expectMoved({ beans: -month.plain, revenue: month.plain })

  await page.goto('/pages/user/recharge?account=balance')
  await radio(page, /^¥50$/).click()
  await tapWhenReady(page, '立即充值')
  await payBy(page, 'wechat')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({ wechat: -5000, balance: 5000 })

  await page.goto('/pages/user/activateDevice')
  await tab(page, '购买').click()
  await radio(page, /^7 天/).first().click()
  await tapWhenReady(page, '去支付')
  await payBy(page, 'balance')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({ balance: -week.plain, revenue: week.plain })
  await link(page, '查看激活码').click()
  await button(page, '自己用').click()
  await button(page, '查看能换什么').click()
  await button(page, '兑换新设备').click()
  await confirmDialog(page).getByText('兑换成功').waitFor(LONG_TIMEOUT)
  await expect
    .poll(async () => (await devices(userId)).map(({ state }) => state), LONG_TIMEOUT)
    .toEqual(['running', 'running', 'running'])
  await ledger.expectMoved({})
  expect(takeErrors()).toEqual([])
})
