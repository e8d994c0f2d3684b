import { getOrderList } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addOperator } from '../security/operator-matrix.ts'
import { fillWallet } from '../support/wallet.ts'
import * as client from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)
const DESKTOP = { viewport: { width: 1280, height: 800 } }

let operatorToken: Promise<string> | undefined

/** The console, as an operator who sells goods. */
const openConsole = async (path: string) => {
  operatorToken ??= addOperator(system.databaseUrl(), 'seller', 'catalogue')
  const token = await operatorToken
  const visit = await system.visit(DESKTOP)
  await visit.page.addInitScript((stored) => sessionStorage.setItem('operatorToken', stored), token)
  await visit.page.goto(`/console${path}`)
  return visit
}

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
  expect(await button(drawer, '修改价格…').isDisabled()).toBe(true)
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
