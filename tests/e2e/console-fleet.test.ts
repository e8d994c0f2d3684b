import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadPhoneKeys } from '@yunji/phone-driver/keys'
import { startPhoneHost } from '@yunji/virtual-phone/host'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { createConsole, openByMenu } from './console-visit.ts'
import { button as clientButton, link, radio } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

/** The phone boots, is probed three times and shows its first picture. */
const SLOW = { timeout: 90_000 }

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

const openConsole = createConsole(system, { width: 1280, height: 900 })

/** A phone that stands somewhere and knows the key of this installation. */
const startPhone = async (id: string): Promise<string> => {
  const folder = stack.adopt(await mkdtemp(path.join(tmpdir(), 'yunji-phone-')), (made) =>
    rm(made, { recursive: true, force: true }),
  )
  const keys = await loadPhoneKeys(path.join(system.dataDir(), 'adb'))
  const host = stack.adopt(await startPhoneHost({ dataDir: folder, secret: 'of this test' }), (opened) =>
    opened.close(),
  )
  const { host: name, port } = await host.put(id, { authorisedKeys: [keys.publicKey], model: 'Board 7' })
  return `${name}:${port}`
}

const choose = async (drawer: Locator, label: string, option: string | RegExp): Promise<void> => {
  await drawer.getByRole('combobox', { name: label }).click(LONG_TIMEOUT)
  await drawer.page().getByRole('option', { name: option }).first().click(LONG_TIMEOUT)
}

test('the operator attaches a phone and puts it into stock; a customer buys it, it runs, and support stops it', async () => {
  const address = await startPhone('board')
  const { page, takeErrors } = await openConsole('/stock')
  await button(page, '新建机房').click(LONG_TIMEOUT)
  const adding = page.getByRole('dialog', { name: '新建机房' })
  await adding.getByLabel('代码').fill('hangzhou')
  await adding.getByLabel('名称').fill('华东 · 杭州')
  await button(adding, '新建').click()
  await page.getByRole('row').filter({ hasText: 'hangzhou' }).waitFor(LONG_TIMEOUT)
  await openByMenu(page, '机房与供应商', '自营云手机')
  await page.getByText('还没有接入云手机').waitFor(LONG_TIMEOUT)

  await button(page, '接入云手机').click()
  const attaching = page.getByRole('dialog', { name: '接入云手机' })
  await attaching.getByLabel('ADB 地址').fill('no address')
  await button(attaching, '探测并接入').click()
  await attaching.getByRole('alert').filter({ hasText: '格式不正确' }).waitFor(LONG_TIMEOUT)
  await attaching.getByLabel('ADB 地址').fill('169.254.169.254:80')
  await button(attaching, '探测并接入').click()
  await attaching.getByRole('alert').filter({ hasText: '不能使用这个地址' }).waitFor(LONG_TIMEOUT)
  await attaching.getByLabel('ADB 地址').fill(address)
  await attaching.getByLabel('备注').fill('三号机柜')
  await button(attaching, '探测并接入').click()
  await attaching.waitFor({ state: 'detached', ...SLOW })

  const row = page.getByRole('row').filter({ hasText: address })
  await row.getByText('未入库').waitFor(LONG_TIMEOUT)
  await row.getByText('Board 7').waitFor()
  await row.click()
  const drawer = page.getByRole('dialog', { name: /^云手机 #/ })
  await button(drawer, '探测').click(LONG_TIMEOUT)
  await page.getByText('探测完成：可以使用').waitFor(SLOW)
  await choose(drawer, '机房', '华东 · 杭州')
  await choose(drawer, '作为哪种配置出售', /^专享云手机 6 核 4 GB 64 GB · 10\/B/)
  await button(drawer, '探测并入库…').click()
  const erasing = page.getByRole('alertdialog')
  await erasing.getByText('应用、账号和文件全部清除').waitFor(LONG_TIMEOUT)
  await button(erasing, '清除并入库').click()
  await drawer.getByText('在库', { exact: true }).waitFor(SLOW)
  expect(takeErrors()).toEqual([])

  const customer = await people.signUp()
  await fillWallet(system.databaseUrl(), customer.userId, 'beans', 100_000)
  await customer.page.goto('/pages/Home/create')
  await radio(customer.page, /^专享/).click(LONG_TIMEOUT)
  await radio(customer.page, '10/B').click()
  await radio(customer.page, /^7 天/).click()
  await radio(customer.page, /^华东 · 杭州/).click()
  await link(customer.page, '立即购买').click()
  await shownPage(customer.page).getByRole('checkbox').click(LONG_TIMEOUT)
  await expect.poll(() => clientButton(customer.page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
  await clientButton(customer.page, '提交订单').click()
  await radio(customer.page, /^云豆/).click(LONG_TIMEOUT)
  await clientButton(customer.page, /^云豆支付/).click()
  await link(customer.page, '打开云手机').waitFor(SLOW)

  await drawer.getByText('租用中').waitFor(SLOW)
  const { page: support } = await openConsole('/devices')
  await support.getByRole('row').nth(1).click(LONG_TIMEOUT)
  const device = support.getByRole('dialog', { name: /^设备 #/ })
  await device.getByLabel('原因').fill('画面卡住', LONG_TIMEOUT)
  await button(device, '请求查看画面').click()
  await device.getByText('等待用户答复').waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(device, '查看画面').count(), LONG_TIMEOUT).toBe(0)
  await customer.page.goto('/pages/Device/empower')
  await shownPage(customer.page).getByText('客服请求查看画面').waitFor(LONG_TIMEOUT)
  await clientButton(customer.page, '同意').click()
  await customer.page.getByRole('alertdialog').getByRole('button', { name: '同意查看' }).click()
  await shownPage(customer.page).getByText('客服正在查看画面').waitFor(LONG_TIMEOUT)
  await button(device, '查看画面').click(LONG_TIMEOUT)
  await support.getByText('正在查看').waitFor(SLOW)
  await clientButton(customer.page, '立即结束').click()
  await device.getByText('已结束').first().waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(device, '查看画面').count(), LONG_TIMEOUT).toBe(0)

  await drawer.getByText(/^190\*{4}\d{4}$/).waitFor()
  await button(drawer, '停止出租').click()
  await page.getByRole('alertdialog').getByText('现在的用户不受影响').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止出租' }).click()
  await drawer.getByText('不再出租；现在的用户继续使用').waitFor(LONG_TIMEOUT)
  await button(drawer, '移除').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await page
    .getByText(/正在使用它，客户退还后/)
    .first()
    .waitFor(LONG_TIMEOUT)

  await button(device, '关机').click(LONG_TIMEOUT)
  const stopping = support.getByRole('alertdialog')
  await stopping.getByText('用户可以再开机').waitFor(LONG_TIMEOUT)
  await button(stopping, '关机').click()
  await device.getByText('已关机', { exact: true }).first().waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(device, '关机').isDisabled(), LONG_TIMEOUT).toBe(true)

  await page.goto('/console/audit')
  for (const name of ['接入云手机', '探测云手机', '云手机入库', '云手机停止出租', '关闭设备']) {
    await page.getByRole('row').filter({ hasText: name }).first().waitFor(LONG_TIMEOUT)
  }
  expect(takeErrors()).toEqual([])
})
