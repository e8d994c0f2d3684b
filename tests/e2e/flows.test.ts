import { getUsedStorage } from '@yunji/contract/commerce/change/calls'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { trackLedger } from '../support/ledger-totals.ts'
import { fillWallet } from '../support/wallet.ts'
import {
  button,
  chooseForDevice,
  confirmDialog,
  link,
  type PaymentMethod,
  payBy,
  radio,
  sheet,
  tapWhenReady,
  text,
} from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)
const ledger = trackLedger(system.databaseUrl)

const MONTH_MS = 30 * 86_400_000

const query = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await withClient(system.databaseUrl(), (client) => client.query<Row>(sql, [...values]))).rows

const fill = async ({ userId }: Person, kind: 'beans' | 'balance', cents: number): Promise<void> => {
  await fillWallet(system.databaseUrl(), userId, kind, cents)
  await ledger.expectMoved({ alipay: -cents, [kind]: cents })
}

/** Catalogue price and paid amount of an order. */
interface Paid {
  readonly goods: number
  readonly coupon: number
  readonly paid: number
}

const paidFor = async (orderId: number): Promise<Paid> => {
  const [row] = await query<Paid>(
    `select sum(price_cents * quantity)::int as goods, coupon_cents::int as coupon, payable_cents::int as paid from orders
     join order_items on order_id = orders.id join billable_products p on p.id = product_id
     where orders.id = $1 group by orders.id`,
    [orderId],
  )
  if (!row) throw new Error(`order ${orderId} is for nothing`)
  return row
}

interface Phone {
  readonly state: string
  readonly goods: string
  readonly memoryGb: number
  readonly isVideo: boolean
  readonly leftMs: number
}

const phoneOf = async ({ userId }: Person): Promise<Phone | undefined> => {
  const phones = await query<Phone>(
    `select state, goods.name as goods, memory_gb as "memoryGb", is_video_edition as "isVideo",
       (extract(epoch from expires_at - now()) * 1000)::float8 as "leftMs"
     from devices join goods_configurations c on c.id = config_id join goods on goods.id = good_id
     where owner_id = $1 and state <> 'released' order by devices.id`,
    [userId],
  )
  return phones[0]
}

/** Buys the phone of the URL's selection and waits until it runs. */
const rent = async (page: Page, selection: string, way: PaymentMethod): Promise<number> => {
  await page.goto(`/pages/create/buyGoods?${selection}`)
  await shownPage(page).getByRole('checkbox').click()
  await tapWhenReady(page, '提交订单')
  const orderId = await payBy(page, way)
  await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
  return orderId
}

test('a phone becomes the video edition, a smaller one by its own worth, and another model', async () => {
  const person = await people.signUp()
  const { page } = person
  await fill(person, 'balance', 20_000)
  const bought = await rent(page, 'goodId=3&goodTime=720', 'balance')
  const first = await paidFor(bought)
  await ledger.expectMoved({ balance: -first.paid, revenue: first.paid })

  await chooseForDevice(page, '升视频版')
  await tapWhenReady(page, '去支付')
  const video = await paidFor(await payBy(page, 'wechat'))
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  expect(video.goods - video.paid).toBeGreaterThanOrEqual(first.paid - 1)
  expect(await phoneOf(person)).toMatchObject({ state: 'running', memoryGb: 8, isVideo: true })
  await ledger.expectMoved({ wechat: -video.paid, revenue: video.paid })

  await chooseForDevice(page, '升降配置')
  await radio(page, /^8 核 · 6 GB/).click()
  await text(page, '剩余价值折成时长').waitFor()
  await text(page, '变更后会减少').waitFor()
  await text(page, /^内存少 2 GB，存储少 .*不再有视频定制版$/).waitFor()
  await text(page, /^设备上已用 [\d.]+ [KMG]B，装得下，应用和数据都保留$/).waitFor(LONG_TIMEOUT)
  await tapWhenReady(page, '确认变更')
  await confirmDialog(page)
    .getByText(/变为 8 核 · 6 GB 内存 · \d+ GB 存储，用到 \d{4}-.*内存少 2 GB，.*不再有视频定制版。设备上已用 .*装得下/)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '确认变更' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Task/index')
  await expect.poll(async () => (await phoneOf(person))?.isVideo, LONG_TIMEOUT).toBe(false)
  const smaller = await phoneOf(person)
  expect(smaller).toMatchObject({ state: 'running', memoryGb: 6, goods: '旗舰云手机' })
  expect(smaller?.leftMs).toBeGreaterThan(1.4 * MONTH_MS)
  await ledger.expectMoved({})

  await chooseForDevice(page, '更换型号')
  await link(page, /^至尊云手机/).click()
  await tapWhenReady(page, '去支付')
  await confirmDialog(page)
    .getByText(/到期早 \d+ 天/)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '去支付' }).click()
  const model = await paidFor(await payBy(page, 'balance'))
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  expect(await phoneOf(person)).toMatchObject({ state: 'running', goods: '至尊云手机' })
  await ledger.expectMoved({ balance: -model.paid, revenue: model.paid })

  await page.goto(`/pages/user/orderDetails?orderId=${bought}`)
  await link(page, '打开').waitFor()
  await expect.poll(() => button(page, '退还').count()).toBe(0)
})

test('a smaller phone whose used storage is unknown says so before it is confirmed', async () => {
  const person = await people.signUp()
  const { page } = person
  await fill(person, 'balance', 50_000)
  const { paid } = await paidFor(await rent(page, 'goodId=3&goodTime=720', 'balance'))
  await ledger.expectMoved({ balance: -paid, revenue: paid })
  await page.route(`**${getUsedStorage.path}**`, (route) => route.abort())
  await chooseForDevice(page, '更换型号')
  await link(page, /^畅享云手机/).click()
  await text(page, /^没能读到设备上已用的空间/).waitFor(LONG_TIMEOUT)
  await tapWhenReady(page, /^(?:去支付|确认变更)$/)
  await confirmDialog(page)
    .getByText(/存储少 \d+ GB.*没能读到设备上已用的空间.*装不下时变更不会进行/)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '取消' }).click()
  expect(pathOfPage(page)).toBe('/pages/Device/upOrDownConfig')
})

test('a change that ends earlier says so in the table, in words and before it is paid for', async () => {
  const person = await people.signUp()
  const { page } = person
  await fill(person, 'balance', 50_000)
  const { paid } = await paidFor(await rent(page, 'goodId=1&goodTime=2160', 'balance'))
  await ledger.expectMoved({ balance: -paid, revenue: paid })
  await chooseForDevice(page, '升降配置')
  await radio(page, /^4 核 · 4 GB/).click()
  await radio(page, /^30 天/).click()
  await text(page, /^到期$/).waitFor()
  await text(page, /^早 \d+ 天/).waitFor()
  await text(page, /^到期早 \d+ 天/).waitFor()
  await tapWhenReady(page, /^(?:去支付|确认变更)$/)
  await confirmDialog(page)
    .getByText(/用到 \d{4}-\d{2}-\d{2} \d{2}:\d{2}.*到期早 \d+ 天/)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '取消' }).click()
  expect(pathOfPage(page)).toBe('/pages/Device/upOrDownConfig')
  await radio(page, /^365 天/).click()
  await expect.poll(() => text(page, /^早 /).count(), LONG_TIMEOUT).toBe(0)
  await tapWhenReady(page, '去支付')
  await page.waitForURL('**/pages/pay/pay?orderId=*')
})

test('a phone that was hardly used goes back, and its money the way it came', async () => {
  const { page, takeErrors } = await people.signUp()
  const { paid } = await paidFor(await rent(page, 'goodId=2&goodTime=24', 'alipay'))
  await ledger.expectMoved({ alipay: -paid, revenue: paid })
  await link(page, '查看订单').click()
  await button(page, '退还').click()
  await confirmDialog(page)
    .getByText(`¥${(paid / 100).toFixed(2)} 退回支付宝`)
    .waitFor()
  await confirmDialog(page).getByRole('button', { name: '退还设备' }).click()
  await text(page, '已退款').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({ alipay: paid, refunds: -paid })
  await page.goto('/')
  await text(page, '还没有云手机').waitFor()
  expect(takeErrors()).toEqual([])
})

test('a phone by the hour runs out of beans, starts with new ones, and is deleted', async () => {
  const person = await people.signUp()
  const { page } = person
  await fill(person, 'beans', 30)
  const { paid } = await paidFor(await rent(page, 'goodId=1&goodTime=1&isMetered=1', 'beans'))
  await ledger.expectMoved({ beans: -paid, revenue: paid })
  await link(page, '打开云手机').click()
  await page
    .getByRole('status')
    .filter({ hasText: /^按小时计费，本小时到 \d{2}:\d{2}$/ })
    .waitFor(LONG_TIMEOUT)
  await page.goto('/pages/user/messageList?messageType=4')
  await text(page, /^按小时计费，本小时到 \d{2}:\d{2}$/).waitFor(LONG_TIMEOUT)
  await expect.poll(() => text(page, /到期/).count()).toBe(0)
  await page.goto('/')
  await text(page, /^按小时计费，本小时到 \d{2}:\d{2}$/).waitFor()
  await expect.poll(() => text(page, /24 小时内到期/).count()).toBe(0)
  await query("update devices set expires_at = now() where owner_id = $1 and state = 'running'", [person.userId])
  await expect.poll(async () => (await phoneOf(person))?.state, LONG_TIMEOUT).toBe('expired')
  await ledger.expectMoved({})

  await chooseForDevice(page, '开机')
  await confirmDialog(page).getByText('不满足开机条件').waitFor()
  await confirmDialog(page).getByRole('button', { name: '取消' }).click()
  await fill(person, 'beans', 20)
  await chooseForDevice(page, '开机')
  await text(page, '运行中').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({ beans: -paid, revenue: paid })

  await button(page, '更多').click()
  await sheet(page).getByRole('button', { name: '删除设备' }).click({ force: true })
  await page.getByText('请先关机，再删除设备').waitFor()
  await chooseForDevice(page, '关机')
  await confirmDialog(page).getByRole('button', { name: '关机' }).click()
  await text(page, '已关机').waitFor(LONG_TIMEOUT)
  await chooseForDevice(page, '删除设备')
  await confirmDialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await confirmDialog(page).getByRole('button', { name: '永久删除' }).click()
  await text(page, '还没有云手机').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({})
})

test('a piece of the running window is taken at its price, up to the limit', async () => {
  const person = await people.signUp()
  const { page } = person
  await query(
    `update activities set starts_at = now() - interval '1 minute'
     where id = (select id from activities where kind = 'seckill' and ends_at > now() order by starts_at limit 1)`,
  )
  await page.goto('/pages/Home/create')
  await button(page, /^旗舰.*马上抢/).click()
  await sheet(page).getByRole('button', { name: '马上抢' }).click()
  const { goods, paid } = await paidFor(await payBy(page, 'alipay'))
  expect(paid).toBe(goods / 2)
  await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
  expect(await phoneOf(person)).toMatchObject({ state: 'running', goods: '旗舰云手机' })
  await ledger.expectMoved({ alipay: -paid, revenue: paid })
  await page.goto('/pages/Home/create')
  await button(page, /^旗舰.*已达上限/).waitFor(LONG_TIMEOUT)
})

test('a big user takes three phones of two models at what was agreed on', async () => {
  const { page } = await people.logInAsDemo()
  await page.goto('/pages/create/bigUserBuyGoods?linkCode=yunji-demo-big-user')
  const more = shownPage(page).getByRole('button', { name: /增加/ })
  await more.nth(0).click()
  await more.nth(0).click()
  await more.nth(2).click()
  await tapWhenReady(page, '提交订单')
  await text(page, '畅享云手机等 2 款 × 3').waitFor()
  const { goods, coupon, paid } = await paidFor(await payBy(page, 'wechat'))
  expect(coupon).toBeGreaterThan(0)
  expect(paid + coupon).toBe((goods * 7) / 10)
  await text(page, '可以进入使用').waitFor(LONG_TIMEOUT)
  await ledger.expectMoved({ wechat: -paid, revenue: paid })
  await link(page, '查看订单').click()
  await expect.poll(() => button(page, '退还').count(), LONG_TIMEOUT).toBe(3)
})
