import { getRenewList } from '@yunji/contract/commerce/renewal/calls'
import type { RenewDevice } from '@yunji/contract/commerce/renewal/schema'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { button, checkbox, link, problemsOf, radio, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

const DAY_MS = 86_400_000
/** Three phones start one after the other, on a busy machine. */
const MAKING = { timeout: 60_000 }
/** Device of the demo account with less than a day of rental left. */
const ENDING = '消消乐园 01'

const question = (page: Page) => page.getByRole('alertdialog')

const ownDevices = async ({ token }: Person): Promise<RenewDevice[]> =>
  ((await people.call(getRenewList, {}, token)).data as { records: RenewDevice[] }).records

const endingDevice = async (person: Person): Promise<RenewDevice | undefined> =>
  (await ownDevices(person)).find(({ name }) => name === ENDING)

const setMaking = (name: string, isMaking: boolean) =>
  withClient(system.databaseUrl(), (client) =>
    client.query('update devices set state = $2, state_deadline = $3 where name = $1', [
      name,
      isMaking ? 'creating' : 'running',
      isMaking ? new Date(Date.now() + DAY_MS) : null,
    ]),
  )

/** A fresh system creates its phones after it answers. */
const whenMade = async (person: Person): Promise<void> => {
  const areMaking = async () => (await ownDevices(person)).some(({ refusal }) => refusal === 'creating')
  await expect.poll(areMaking, MAKING).toBe(false)
}

test('whoever is reminded finds the device chosen, pays, and has it longer', async () => {
  const person = await people.logInAsDemo()
  const { page, userId, takeErrors } = person
  await whenMade(person)
  await fillWallet(system.databaseUrl(), userId, 'balance', 20_000)
  const before = await endingDevice(person)
  await page.goto('/')
  await link(page, /去续费$/).click()
  await shownPage(page)
    .getByRole('checkbox', { name: new RegExp(`^${ENDING}`), checked: true })
    .waitFor(LONG_TIMEOUT)
  await text(page, /^已选 1 \//).waitFor()
  await radio(page, /^7 天/).click()
  await expect.poll(() => button(page, '去支付').isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, '去支付').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await radio(page, /^账户余额/).click()
  await button(page, /^账户余额支付 ¥/).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  await expect
    .poll(async () => ((await endingDevice(person))?.expiresAt ?? 0) - (before?.expiresAt ?? 0), LONG_TIMEOUT)
    .toBe(7 * DAY_MS)
  expect(takeErrors()).toEqual([])
})

test('a device that is being made can be chosen as soon as it is there', async () => {
  const person = await people.logInAsDemo()
  const { page } = person
  await whenMade(person)
  await setMaking(ENDING, true)
  await page.goto('/pages/Renew/index')
  await text(page, '设备正在创建，请稍后再续费').waitFor()
  await setMaking(ENDING, false)
  await expect.poll(() => checkbox(page, new RegExp(`^${ENDING}`)).isEnabled(), LONG_TIMEOUT).toBe(true)
})

test('several are chosen at once, and renew themselves from what pays for it', async () => {
  const person = await people.logInAsDemo()
  const { page } = person
  await page.goto('/pages/Renew/index')
  await checkbox(page, '全选').click()
  await text(page, /^已选 3 \/ 3 台$/).waitFor()
  await checkbox(page, '全选').click()
  await text(page, '选择设备后显示可续的时长和价格').waitFor()
  await checkbox(page, new RegExp(`^${ENDING}`)).click()
  const auto = shownPage(page).getByRole('switch', { name: '自动续费' })
  await auto.click()
  const sheet = page.getByRole('dialog', { name: '自动续费从哪里支付' })
  await sheet.getByRole('radio', { name: /^云豆/ }).click()
  await sheet.getByRole('button', { name: '开启自动续费' }).click()
  await expect.poll(() => auto.isChecked(), LONG_TIMEOUT).toBe(true)
  expect(await problemsOf(page)).toEqual([])
  expect((await endingDevice(person))?.autoRenew).toMatchObject({ payMethod: 3 })
  await auto.click()
  await question(page).getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => auto.isChecked(), LONG_TIMEOUT).toBe(false)
})

test('a device is switched off and on from its sheet, and says why it cannot be given back or deleted', async () => {
  const { page } = await people.logInAsDemo()
  await page.goto('/')
  const open = async () => {
    await button(page, '更多').first().click()
    return page.getByRole('dialog')
  }
  let sheet = await open()
  await sheet.getByRole('button', { name: '删除设备' }).click({ force: true })
  await page.getByText('请先关机，再删除设备').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: '提前退还' }).click()
  await question(page)
    .getByText(/不能提前退还|提前退还设备/)
    .waitFor()
  await question(page).getByRole('button').first().click()
  sheet = await open()
  await sheet.getByRole('button', { name: '关机' }).click()
  await question(page).getByRole('button', { name: '关机' }).click()
  await text(page, '已关机').first().waitFor(LONG_TIMEOUT)
  sheet = await open()
  await sheet.getByRole('button', { name: '开机' }).click()
  await text(page, '运行中').first().waitFor(LONG_TIMEOUT)
})

test('every device can be reached, and one from far down the list stands first when it was chosen before', async () => {
  const person = await people.signUp()
  const { page, userId } = person
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query<{ id: string }>(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, config_id,
         expires_at, state, created_at)
       select $1::bigint, g.id, z.zone_id, '云机 ' || n, 3, '10/B', 7, 'renewed-' || n, z.config_id,
         now() + interval '10 days' + n * interval '1 minute', 'stopped', now()
       from generate_series(1, 130) n, device_groups g, (select zone_id, config_id from zone_stock order by 1, 2 limit 1) z
       where g.user_id = $1::bigint and g.is_default order by n returning id`,
      [userId],
    ),
  )
  await page.goto(`/pages/Renew/index?deviceIds=${rows.at(-1)?.id}`)
  await shownPage(page)
    .getByRole('checkbox', { name: /^云机 130/, checked: true })
    .waitFor(LONG_TIMEOUT)
  await text(page, '已选 1 / 130 台').waitFor()
  await button(page, /^展开其余/).click()
  await button(page, '展开其余 29 台').click()
  await checkbox(page, /^云机 129/).waitFor()
  await expect.poll(() => button(page, /^展开其余/).count()).toBe(0)
  await checkbox(page, '全选').click()
  await text(page, '已选 50 / 130 台').waitFor()
})
