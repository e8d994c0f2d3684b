import { getGoodPrice } from '@yunji/contract/commerce/commodity/calls'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { getOrderList } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PaymentFunction } from '@yunji/contract/commerce/payment/enums'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { agree, answerAuthoriser, fillCode, goToAuthoriser, skipPasswordPrompt, submitLogin } from './login-steps.ts'
import { button, confirmDialog, link, openTabsUntil, problemsOf, radio, sheet, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

const CREATE = '/pages/Home/create'
const BUY = '/pages/create/buyGoods'
const PAY = '/pages/pay/pay'

const query = (sql: string, values: readonly unknown[] = []) =>
  withClient(system.databaseUrl(), (client) => client.query(sql, [...values]))

const fill = ({ userId }: Person, kind: 'beans' | 'balance', cents: number) =>
  fillWallet(system.databaseUrl(), userId, kind, cents)

const ordersOf = async ({ token }: Person): Promise<readonly OrderInfo[]> =>
  ((await people.call(getOrderList, {}, token)).data as { records: OrderInfo[] }).records

/** Opens the last page before an order, and agrees to its terms. */
const openBuy = async (page: Page, selection: string): Promise<void> => {
  await page.goto(`${BUY}?${selection}`)
  await shownPage(page).getByRole('checkbox').click()
  await expect.poll(() => button(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
}

const submit = async (page: Page): Promise<number> => {
  await button(page, '提交订单').click()
  await page.waitForURL(`**${PAY}?orderId=*`)
  await text(page, '剩余支付时间').waitFor()
  return Number(new URL(page.url()).searchParams.get('orderId'))
}

describe('a customer', () => {
  test('chooses without a login, comes back from it with the choice, and pays once for a phone that comes up', async () => {
    const person = await people.signUp()
    await fill(person, 'beans', 10_000)
    const { page, takeErrors } = await system.visit()
    await page.goto(CREATE)
    await radio(page, /^专享/).click()
    await radio(page, '10/H').click()
    await radio(page, /^7 天/).click()
    await radio(page, /^华南/).click()
    await link(page, '立即购买').click()
    await text(page, '登录后可用').waitFor()
    await button(page, '提交订单').click()
    await confirmDialog(page).getByRole('button', { name: '取消' }).click()
    await expect.poll(() => shownPage(page).getByRole('checkbox').getAttribute('aria-checked')).toBe('false')
    await button(page, '提交订单').click()
    await confirmDialog(page).getByText('请先阅读并同意服务协议').waitFor()
    await confirmDialog(page).getByRole('button', { name: '同意并提交' }).click()
    await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('登录')
    await logIn(page, { phone: person.mobilePhone, password: person.password })

    await text(page, '专享云手机').waitFor()
    for (const kept of [/10\/H/, '7 天', /^华南/]) await text(page, kept).first().waitFor()
    await expect.poll(() => shownPage(page).getByRole('checkbox').getAttribute('aria-checked')).toBe('true')
    await expect.poll(() => button(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
    await button(page, '提交订单').dblclick()
    await page.waitForURL(`**${PAY}?orderId=*`)
    await radio(page, /^云豆/).click()
    expect(await ordersOf(person)).toHaveLength(1)

    await button(page, /^云豆支付 [\d,]+ 豆（¥\d+\.\d{2}）$/).click()
    await shownPage(page).getByRole('heading', { name: '支付成功', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('支付成功')
    await text(page, /^[\d,]+豆¥\d+\.\d{2}$/).waitFor()
    await expect.poll(() => link(page, '去看设备').count()).toBe(1)
    await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
    await expect.poll(() => link(page, '去看设备').count()).toBe(1)
    await shownPage(page).locator('img[src*="goods"]').waitFor()
    await text(page, /^专享$/).waitFor()
    await text(page, /^华南.*，到期 \d{4}-\d{2}-\d{2}$/).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await link(page, '查看订单').click()
    await text(page, '实付').waitFor()
    await link(page, '打开').waitFor()
    await shownPage(page).locator('img[src*="goods"]').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, '复制').click()
    await page.getByText('订单号已复制').waitFor()
    const number = new URL(page.url()).searchParams.get('orderId')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number)
    await link(page, '再次购买').click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(BUY)
    for (const same of [/10\/H/, '7 天', /^华南/]) await text(page, same).first().waitFor()
    expect(takeErrors()).toEqual([])
  })

  test('who is new registers on the way, keeps tick and coupon, and is asked for a password when done', async () => {
    const { page, takeErrors } = await system.visit()
    const phone = people.freePhone()
    await page.goto(CREATE)
    await link(page, '查看详情').click()
    await text(page, /^为什么选/).waitFor()
    // The page below has the same link until it is hidden.
    await link(page, '立即购买').last().click()
    await shownPage(page).getByRole('checkbox').click()
    await button(page, /^优惠券.*登录后可用$/).click()
    await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('登录')
    await button(page, '关闭').click()
    await text(page, '登录后可用').waitFor()
    await expect.poll(() => shownPage(page).getByRole('checkbox').getAttribute('aria-checked')).toBe('true')

    await button(page, '提交订单').click()
    await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('登录')
    await fillCode(page, phone, people.lastCode)
    await agree(page)
    await submitLogin(page)
    await button(page, /^优惠券.*(可用|已选)/).waitFor()
    await expect.poll(() => text(page, '登录后可用').count(), LONG_TIMEOUT).toBe(0)
    await expect.poll(() => button(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await expect.poll(() => shownPage(page).getByRole('checkbox').getAttribute('aria-checked')).toBe('true')
    await submit(page)
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await page.goto('/')
    await openTabsUntil(page, confirmDialog(page))
    await skipPasswordPrompt(page)
    expect(takeErrors()).toEqual([])
  })

  test('who has accepted the terms finds the order as it was after a login through WeChat', async () => {
    const { page, takeErrors } = await system.visit()
    const consent = shownPage(page).getByRole('checkbox')
    await openBuy(page, 'goodId=1&goodTime=24&quantity=2')
    await button(page, '提交订单').click()
    await shownPage(page).getByRole('heading', { name: '欢迎来到云机' }).waitFor()
    await goToAuthoriser(page)
    await page.waitForURL((url) => url.searchParams.get('scope') === 'snsapi_userinfo')
    await answerAuthoriser(page, '林小姐', '允许')
    await fillCode(page, people.freePhone(), people.lastCode)
    await button(page, '绑定并登录').click()
    await page.waitForURL('**/pages/create/buyGoods?**')
    await expect.poll(() => consent.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
    expect(new URL(page.url()).searchParams.get('quantity')).toBe('2')
    await expect.poll(() => button(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
    await submit(page)
    await page.goto(`${BUY}?goodId=1&goodTime=24&quantity=2`)
    await expect.poll(() => consent.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('false')
    expect(takeErrors()).toEqual([])
  })

  test('who leaves an unpaid order is told how long it is kept, and finds it with its picture', async () => {
    const person = await people.signUp()
    const { page } = person
    await openBuy(page, 'goodId=1&goodTime=24')
    await submit(page)
    await button(page, '返回').click()
    await page.getByText(/^订单为你保留 \d+ 分钟，可在「我的订单」继续支付$/).waitFor()
    await page.goto('/pages/user/orders')
    await shownPage(page).locator('img[src*="goods"]').waitFor()
    await query("update orders set state = 'cancelled', ended_at = now() where user_id = $1", [person.userId])
    await page.reload()
    await link(page, '再次购买').click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(BUY)
    await text(page, '1 天').first().waitFor()
  })

  test('is told what an hour by beans is, what the systems are, and sees a sale untouched before its start', async () => {
    const { page } = await people.signUp()
    await query(
      `update activities set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours'
       where id = (select id from activities where kind = 'seckill' and ends_at > now() order by starts_at limit 1)`,
    )
    await page.goto(CREATE)
    const bar = shownPage(page)
      .getByRole('progressbar', { name: /^已抢 0 台，共 \d+ 台$/ })
      .first()
    await bar.waitFor(LONG_TIMEOUT)
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('0')
    await text(page, '「1 小时」一次付清，到点结束；「按小时」每小时从云豆扣一次，用到你关机为止').waitFor()
    await text(page, '10/B 和 10/H 是安卓 10 的两个系统版本，购买后不能互换').waitFor()
    await radio(page, /^按小时/).click()
    await expect.poll(() => radio(page, /^按小时\s*\d+\s*豆\s*每小时\s*¥\d+\.\d{2}/).count()).toBe(1)
    expect(await problemsOf(page)).toEqual([])
    await link(page, '立即购买').click()
    await text(page, /^\d+豆¥\d+\.\d{2}$/)
      .first()
      .waitFor()
    await text(page, '按小时计费，用到关机为止').waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  test('pays at the provider and is believed only by its word, also after giving up and coming back', async () => {
    const person = await people.signUp()
    const { page } = person
    await openBuy(page, 'goodId=1&goodTime=24')
    await submit(page)
    await button(page, /^支付宝支付 ¥/).click()
    await page.getByRole('button', { name: '取消支付' }).click()
    await text(page, '支付未完成').waitFor()
    expect(await problemsOf(page)).toEqual([])
    const other = await person.context.newPage()
    await other.goto(page.url())
    await button(page, /^换成微信支付/).click()
    await page.getByRole('button', { name: '确认支付' }).click()
    await text(page, '支付成功').waitFor()
    await text(other, '支付成功').waitFor(LONG_TIMEOUT)
    expect((await ordersOf(person))[0]).toMatchObject({ payMethod: 2 })
  })

  test('who has too little is led to recharge, lets go of the order, and finds it cancelled', async () => {
    const person = await people.signUp()
    const { page } = person
    await openBuy(page, 'goodId=1&goodTime=24')
    const orderId = await submit(page)
    await link(page, '去充值').first().waitFor()
    await expect.poll(() => radio(page, /^云豆/).count()).toBe(0)
    await page.goto('/pages/user/orders')
    await button(page, '取消订单').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '取消订单' }).click()
    await text(page, /^已取消$/).waitFor()
    await page.goto(`${PAY}?orderId=${orderId}`)
    await text(page, '订单已取消').waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  test('sees the best coupon chosen, and why the others are not', async () => {
    const person = await people.signUp()
    const { page } = person
    await query(
      `with template as (
         insert into coupon_templates (name, terms, created_at)
         select name, terms, now() from (values
           ('三元无门槛', '{"couponType":2,"parValue":300,"conditionsUse":0,"businessType":1,"scopeApplication":1}'::jsonb),
           ('九折', '{"couponType":3,"parValue":90,"conditionsUse":0,"businessType":1,"scopeApplication":1}'::jsonb),
           ('满千减百', '{"couponType":1,"parValue":10000,"conditionsUse":100000,"businessType":1,"scopeApplication":1}'::jsonb),
           ('云空间券名字很长很长很长很长', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":4,"scopeApplication":1}'::jsonb)
         ) t (name, terms) returning id, name, terms
       ) insert into coupons (template_id, user_id, name, terms, received_at) select id, $1, name, terms, now() from template`,
      [person.userId],
    )
    await openBuy(page, 'goodId=1&quantity=2')
    await text(page, '-¥3.60').first().waitFor()
    await button(page, /^优惠券/).click()
    const picker = sheet(page, '优惠券')
    await picker.getByText('所购商品不在适用范围').waitFor()
    await picker.getByText(/^还差 [\d.]+ 元可用$/).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await picker.getByRole('radio', { name: /三元无门槛/ }).click()
    await picker.getByRole('button', { name: '确定' }).click()
    await text(page, '-¥3.00').first().waitFor()
    await submit(page)
    expect((await ordersOf(person))[0]?.lines.at(-1)).toEqual({ label: '优惠券', amountCents: -300 })
  })
})

describe('what has changed meanwhile', () => {
  test('in its price is told to the cent, and asked about', async () => {
    const person = await people.signUp()
    const { page } = person
    await openBuy(page, 'goodId=2&goodTime=24')
    await query(
      `update billable_products set price_cents = price_cents + 123
       where not is_metered and good_time_hours = 24 and config_id in (select id from goods_configurations where good_id = 2)`,
    )
    await button(page, '提交订单').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/贵了 ¥1\.23$/).waitFor()
    await dialog.getByRole('button', { name: '再看看' }).click()
    expect(await ordersOf(person)).toEqual([])
    await query(
      `update billable_products set price_cents = price_cents - 23
       where not is_metered and good_time_hours = 24 and config_id in (select id from goods_configurations where good_id = 2)`,
    )
    await button(page, '提交订单').click()
    await dialog.getByText(/便宜了 ¥0\.23$/).waitFor()
    await dialog.getByRole('button', { name: '按新价提交' }).click()
    await text(page, '剩余支付时间').waitFor()
    expect(await ordersOf(person)).toHaveLength(1)
  })

  test('in the stock is told in place, down to the last zone', async () => {
    const person = await people.signUp()
    const { page } = person
    const isFifth = 'config_id in (select id from goods_configurations where good_id = 5)'
    await openBuy(page, 'goodId=5&goodTime=24')
    await query(`update zone_stock set capacity = reserved + rented where ${isFifth}`)
    await button(page, '提交订单').click()
    await text(page, '各区域都已售罄').waitFor()
    await expect.poll(() => button(page, '暂时售罄').isDisabled()).toBe(true)
    expect(await problemsOf(page)).toEqual([])
    await page.goto(CREATE)
    await radio(page, /^游戏定制版/).click()
    await text(page, '这个配置各区域都已售罄，换个规格看看').waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  test('in the time left is the truth on every page of the order', async () => {
    const person = await people.signUp()
    const { page } = person
    await openBuy(page, 'goodId=1&goodTime=24')
    const orderId = await submit(page)
    await query("update orders set state = 'expired', ended_at = now() where id = $1", [orderId])
    await text(page, '订单已过期').waitFor(LONG_TIMEOUT)
    await query(
      "update orders set state = 'refunded', pay_method = 3, paid_at = now(), failure = '云手机未能创建，款项已原路退回' where id = $1",
      [orderId],
    )
    await page.reload()
    await text(page, '款项已退回').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await page.goto(`/pages/user/orderDetails?orderId=${orderId}`)
    await text(page, '云手机未能创建，款项已原路退回').waitFor()
    await page.goto(`${PAY}?orderId=999999999`)
    await text(page, '无法打开').waitFor()
  })
})

test('the payment page makes the order that its address names, once, and says why it cannot', async () => {
  const person = await people.signUp()
  const { page } = person
  const { data } = await people.call(getGoodPrice, { goodId: '1' }, person.token)
  const price = (data as { prices: GoodsPrice[] }).prices.find(({ isMetered }) => !isMetered)
  if (!price) throw new Error('nothing is sold')
  const addressOf = (key: string, totalCents: number) => {
    const input = JSON.stringify({ id: price.id, quantity: 1, goodPrice: price.goodPrice, totalCents })
    return `${PAY}?paymentFunction=${PaymentFunction.cloudOrder}&key=${key}&input=${encodeURIComponent(input)}`
  }
  await page.goto(CREATE)
  await page.goto(addressOf('paid-by-link-1', price.goodPrice + 1))
  await text(page, /^订单金额/).waitFor(LONG_TIMEOUT)
  expect(await ordersOf(person)).toEqual([])
  expect(await problemsOf(page)).toEqual([])
  await button(page, '返回修改').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).not.toBe(PAY)

  await page.goto(addressOf('paid-by-link-2', price.goodPrice))
  await page.waitForURL(`**${PAY}?orderId=*`)
  const made = page.url()
  await text(page, '剩余支付时间').waitFor()
  await page.goto(addressOf('paid-by-link-2', price.goodPrice))
  await page.waitForURL(made)
  await text(page, '剩余支付时间').waitFor()
  expect(await ordersOf(person)).toHaveLength(1)
})

test('a model is looked at closely, and prices that cannot be read come with the retry', async () => {
  const { page } = await people.signUp()
  await page.route(`**${getGoodPrice.path}*`, (route) => route.abort())
  await page.goto('/pages/create/goodsDetails?goodId=4')
  await text(page, '价格没有读到').waitFor()
  await page.unroute(`**${getGoodPrice.path}*`)
  await button(page, '重试').click()
  await radio(page, /^365 天/).waitFor()
  await radio(page, /旗舰/).click()
  await shownPage(page).getByRole('heading', { name: '为什么选旗舰' }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, '分享').click()
  await page.getByText('已复制，去粘贴给好友').waitFor()
  const shared = await page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toMatch(/^旗舰云手机：.+goodsDetails\?goodId=\d+&quantity=1$/)
  await link(page, '立即购买').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(BUY)
  await text(page, '旗舰云手机').waitFor()
})

test('a big user takes what was negotiated; a wrong code says so', async () => {
  const person = await people.signUp()
  const { page } = person
  await page.goto('/pages/create/bigUserBuyGoods')
  await shownPage(page).getByRole('textbox').fill('不是链接')
  await button(page, '查看报价').click()
  await text(page, '没有认出链接码，请检查后重试').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await shownPage(page).getByRole('textbox').fill('nobodys-code')
  await button(page, '查看报价').click()
  await text(page, '无法打开').waitFor()
})
