import { getGoodsList } from '@yunji/contract/commerce/commodity/calls'
import { getOrderList } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { CHINA_OFFSET_MINUTES } from '@yunji/contract/display/time'
import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { createConsole } from './console-visit.ts'
import * as client from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)
/** As an operator who sells goods. */
const visitConsole = createConsole(system)
const openConsole = (path: string) => visitConsole(path, 'catalogue', 'seller')

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const confirmWith = (page: Page, name: string) => button(page.getByRole('alertdialog'), name).click(LONG_TIMEOUT)

interface WeekProduct {
  readonly id: number
  readonly goodId: number
  readonly configId: number
  readonly zoneId: number
  readonly priceCents: number
}

/** A week of the second goods: one price for everybody, and no activity. */
const findWeek = (): Promise<WeekProduct> =>
  withClient(system.databaseUrl(), async (database) => {
    const { rows } = await database.query<Record<keyof WeekProduct, string>>(
      `select p.id, c.good_id as "goodId", c.id as "configId", s.zone_id as "zoneId", p.price_cents as "priceCents"
       from billable_products p join goods_configurations c on c.id = p.config_id
         join zone_stock s on s.config_id = p.config_id and s.capacity > s.reserved + s.rented
       where p.good_time_hours = 168 and p.first_price_cents is null and p.is_listed
         and not exists (select from activity_products a where a.product_id = p.id)
       order by p.id limit 1`,
    )
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)])) as never
  })

const yuan = (cents: number): string => (cents / 100).toFixed(2)

const openBuy = async ({ page }: Person, { goodId, configId, zoneId }: WeekProduct): Promise<void> => {
  await page.goto(`/pages/create/buyGoods?goodId=${goodId}&configId=${configId}&goodTime=168&zoneId=${zoneId}`)
  await shownPage(page).getByRole('checkbox').click(LONG_TIMEOUT)
}

test('an operator changes a price, a customer sees it and pays it', async () => {
  const week = await findWeek()
  const next = week.priceCents + 123
  const customer = await people.signUp()
  await fillWallet(system.databaseUrl(), customer.userId, 'beans', 100_000)

  const { page, takeErrors } = await openConsole(`/prices?text=${week.id}`)
  await page
    .getByRole('row')
    .filter({ hasText: `#${week.id}` })
    .first()
    .click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('售价（元）').fill('0')
  await drawer.getByLabel('售价（元）').blur()
  await drawer.getByRole('alert').first().waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(drawer, '修改价格…').isDisabled()).toBe(true)
  await drawer.getByLabel('售价（元）').fill(yuan(next))
  await drawer.getByLabel('划线价（元）').fill('')
  await button(drawer, '修改价格…').click()
  await confirmWith(page, '修改价格')
  await drawer.getByRole('cell', { name: 'seller' }).waitFor(LONG_TIMEOUT)
  await drawer.getByRole('cell', { name: `¥${yuan(next)}`, exact: true }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])

  await openBuy(customer, week)
  await client
    .text(customer.page, new RegExp(yuan(next).replace('.', '\\.')))
    .first()
    .waitFor(LONG_TIMEOUT)
  await client.tapWhenReady(customer.page, '提交订单')
  await client.payBy(customer.page, 'beans')
  const { data } = await people.call(getOrderList, {}, customer.token)
  expect((data as { records: OrderInfo[] }).records).toMatchObject([{ payableCents: next }])
})

test('many prices are changed by a rule after a dry run, and not twice by the same one', async () => {
  const { page, takeErrors } = await openConsole('/reprice')
  const choose = async (label: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click(LONG_TIMEOUT)
    await page.getByRole('option').nth(1).click(LONG_TIMEOUT)
  }
  await choose('配置')
  await choose('型号')
  await expect.poll(() => page.getByLabel('配置', { exact: true }).innerText(), LONG_TIMEOUT).toBe('全部')
  await page.getByLabel('调整（%）').fill('ten')
  await button(page, '试算').click()
  await page.getByRole('alert').waitFor(LONG_TIMEOUT)
  await page.getByLabel('调整（%）').fill('10')
  await button(page, '试算').click()
  const rows = page.getByRole('table').getByRole('row')
  await rows.filter({ hasText: '调整' }).first().waitFor(LONG_TIMEOUT)
  await expect.poll(() => rows.count(), LONG_TIMEOUT).toBeGreaterThan(5)
  const next = await rows
    .filter({ has: page.getByText('调整', { exact: true }) })
    .first()
    .locator('ins')
    .innerText()
  await button(page, '执行…').click()
  await confirmWith(page, '执行')
  await page.getByText(/^已调整 \d+ 个商品的价格$/).waitFor(LONG_TIMEOUT)
  await button(page, '执行…').waitFor({ state: 'detached', ...LONG_TIMEOUT })
  // Another dry run: what was the new price is now the old one.
  await button(page, '试算').click()
  await rows.locator('del').filter({ hasText: next }).first().waitFor(LONG_TIMEOUT)

  await page.goto('/console/price-history')
  await page.getByRole('row').filter({ hasText: 'seller' }).first().waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('goods are added with a configuration and a duration, sold, and taken off sale', async () => {
  const { page, takeErrors } = await openConsole('/goods')
  await button(page, '新建型号').click(LONG_TIMEOUT)
  const form = page.getByRole('dialog', { name: '新建型号' })
  await button(form, '保存型号').click()
  await form.getByRole('alert').filter({ hasText: '请填写' }).waitFor(LONG_TIMEOUT)
  await form.getByLabel('名称').fill('试售云手机')
  await form.getByLabel('标签').fill('新品\n限量')
  await form.getByLabel('卖点').fill('快｜更快的芯片')
  await form.getByRole('switch', { name: /^上架/ }).click()
  await button(form, '保存型号').click()
  await page.getByRole('row').filter({ hasText: '试售云手机' }).click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '试售云手机' })
  await button(drawer, '新建配置').click(LONG_TIMEOUT)
  const configuration = page.getByRole('dialog', { name: '新建配置' })
  await configuration.getByLabel('CPU（核）').fill('8')
  await configuration.getByLabel('内存（GB）').fill('8')
  await configuration.getByLabel('存储（GB）').fill('128')
  await configuration.getByRole('switch', { name: /^上架/ }).click()
  await button(configuration, '保存配置').click()
  await button(drawer, '添加时长').click(LONG_TIMEOUT)
  const product = page.getByRole('dialog', { name: '添加时长' })
  await product.getByLabel('售价（元）').fill('66.6')
  await button(product, '添加').click()
  await drawer.getByText('¥66.60').waitFor(LONG_TIMEOUT)
  const names = async (): Promise<string[]> => {
    const { data } = await people.call(getGoodsList, { rows: '100' })
    return (data as { records: { name: string }[] }).records.map(({ name }) => name)
  }
  expect(await names()).toContain('试售云手机')

  // A colleague takes them off sale while this form is open: saving another field leaves it so.
  await withClient(system.databaseUrl(), (database) =>
    database.query(`update goods set is_listed = false where name = '试售云手机'`),
  )
  const renamed = page.getByRole('dialog', { name: '改名云手机' })
  const isOnSale = renamed.getByRole('switch', { name: /^上架/ })
  await drawer.getByLabel('名称').fill('改名云手机')
  await button(drawer, '保存型号').click()
  await expect.poll(() => isOnSale.isChecked(), LONG_TIMEOUT).toBe(false)
  expect(await names()).not.toContain('改名云手机')
  await isOnSale.click()
  await button(renamed, '保存型号').click()
  await expect.poll(names, LONG_TIMEOUT).toContain('改名云手机')
  await isOnSale.click()
  await button(renamed, '保存型号').click()
  await confirmWith(page, '下架')
  await expect.poll(names, LONG_TIMEOUT).not.toContain('改名云手机')
  expect(takeErrors()).toEqual([])
})

/** Forms take China's time, wherever the browser is. */
const chinaTime = (atMs: number): string => new Date(atMs + CHINA_OFFSET_MINUTES * 60_000).toISOString().slice(0, 16)

test('a seckill is created, changed before it begins, and another is ended early', async () => {
  const { id } = await findWeek()
  const { page, takeErrors } = await openConsole('/activities?kind=seckill')
  await button(page, '新建活动').click(LONG_TIMEOUT)
  const form = page.getByRole('dialog', { name: '新建活动' })
  await form.getByLabel('种类').click()
  await page.getByRole('option', { name: '秒杀' }).click()
  await form.getByLabel('名称').fill('凌晨秒杀')
  await form.getByLabel('开始').fill(chinaTime(Date.now() + 3_600_000))
  await form.getByLabel('结束').fill(chinaTime(Date.now() + 7_200_000))
  await form.getByRole('combobox', { name: '商品' }).fill(String(id))
  await page.getByRole('option', { name: `#${id} ` }).click(LONG_TIMEOUT)
  await form.getByLabel('活动价（元）').fill('99999')
  await form.getByLabel('数量').fill('3')
  await form.getByLabel('说明（Markdown）').fill('先到先得')
  await button(form, '新建活动').click()
  await form.getByRole('alert').filter({ hasText: '须低于售价' }).waitFor(LONG_TIMEOUT)
  await form.getByLabel('活动价（元）').fill('0.5')
  await button(form, '新建活动').click()
  await page.getByRole('row').filter({ hasText: '凌晨秒杀' }).click(LONG_TIMEOUT)
  await button(page, '修改时间和商品').click(LONG_TIMEOUT)
  const terms = page.getByRole('dialog', { name: '修改「凌晨秒杀」' })
  const product = terms.getByRole('combobox', { name: '商品' })
  await expect.poll(() => product.inputValue(), LONG_TIMEOUT).toMatch(new RegExp(`^#${id} .*7 天`))
  await product.fill('没有这个')
  await page.getByText('没有找到').waitFor(LONG_TIMEOUT)
  expect(await product.inputValue()).toBe('没有这个')
  await product.press('Escape')
  await terms.getByLabel('数量').fill('7')
  await button(terms, '保存').click()
  await page.getByText('余 7 / 7').waitFor(LONG_TIMEOUT)

  await withClient(system.databaseUrl(), (database) =>
    database.query(`update activities set starts_at = now() - interval '1 minute' where name = '凌晨秒杀'`),
  )
  await page.reload()
  await button(page, '提前结束…').click(LONG_TIMEOUT)
  await confirmWith(page, '结束活动')
  await page.getByRole('dialog').getByText('已结束', { exact: true }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})
