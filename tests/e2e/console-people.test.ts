import { readFile } from 'node:fs/promises'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { UserType } from '@yunji/contract/accounts/user/enums'
import { submitCompany } from '@yunji/contract/accounts/verification/calls'
import { redeemActivationCode } from '@yunji/contract/commerce/activation/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { getCommonConfig } from '@yunji/contract/configuration/calls'
import { openTicket } from '@yunji/contract/service/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { findAccessibilityViolations, findContrastViolations } from '@yunji/testkit/accessibility'
import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DELIVER_JOB } from '../../apps/server/src/platform/outbox/outbox.ts'
import { queueScheduledJob } from '../../apps/server/src/testing/due-work.ts'
import { fillWallet } from '../support/wallet.ts'
import { createConsole, openByMenu } from './console-visit.ts'
import { button as clientButton, radio, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)
const DESKTOP = { width: 1280, height: 800 }
const OWNER = 'owner-1'
const visitConsole = createConsole(system, DESKTOP)
const openConsole = (path: string) => visitConsole(path, 'owner', OWNER)

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const answer = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

/** Violations in the light theme, and those of contrast in the dark one. */
const violationsOf = async (page: Page): Promise<string[]> => {
  const wear = (theme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('class', name), `theme-${theme}`)
  await wear('light')
  const problems = await findAccessibilityViolations(page, 'body')
  await wear('dark')
  const dark = await findContrastViolations(page, 'body')
  return [...problems, ...dark.map((problem) => `in the dark: ${problem}`)]
}

const countMessages = async (userId: number): Promise<number> =>
  (
    await withClient(system.databaseUrl(), (client) =>
      client.query(`select from messages where user_id = $1 and event = 'recharged'`, [userId]),
    )
  ).rowCount ?? 0

/** Buys the cheapest phone with beans; returns the order. */
const buy = async (person: Person, seeCoupon?: () => Promise<void>): Promise<number> => {
  const { page } = person
  await fillWallet(system.databaseUrl(), person.userId, 'beans', 100_000)
  await page.goto('/pages/create/buyGoods?goodId=1')
  await shownPage(page).getByRole('checkbox').click()
  await seeCoupon?.()
  await expect.poll(() => clientButton(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
  await clientButton(page, '提交订单').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  const orderId = Number(new URL(page.url()).searchParams.get('orderId'))
  await radio(page, /^云豆/).click()
  await clientButton(page, /^云豆支付/).click()
  await shownPage(page).getByRole('heading', { name: '支付成功', level: 1 }).waitFor(LONG_TIMEOUT)
  const readState = async (): Promise<unknown> =>
    (
      await withClient(system.databaseUrl(), (client) =>
        client.query('select state from orders where id = $1', [orderId]),
      )
    ).rows[0]?.state
  await expect.poll(readState, LONG_TIMEOUT).toBe('fulfilled')
  return orderId
}

test('an operator issues a coupon after a dry run, and the customer sees it and pays with it', async () => {
  const person = await people.signUp()
  const frozen = await people.signUp()
  await withClient(system.databaseUrl(), (client) =>
    client.query('update users set frozen_at = now() where id = $1', [frozen.userId]),
  )
  const { page, takeErrors } = await openConsole('/coupons')
  await button(page, '新建模板').click(LONG_TIMEOUT)
  const form = page.getByRole('dialog', { name: '新建优惠券模板' })
  await form.getByLabel('名称').fill('双十一回馈券')
  await form.getByLabel('种类').click()
  await page.getByRole('option', { name: '无门槛券' }).click()
  await form.getByLabel('面值（元）').fill('3')
  await button(form, '新建模板').click()
  await page.getByRole('row').filter({ hasText: '双十一回馈券' }).click(LONG_TIMEOUT)

  await button(page, '发放…').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /双十一回馈券/ }).last()
  await button(dialog, '试算').click()
  await dialog.getByRole('alert').first().waitFor(LONG_TIMEOUT)
  await dialog.getByLabel('用户编号或手机号').fill(`${person.mobilePhone}\n${frozen.userId}, 987654321`)
  await button(dialog, '试算').click()
  await dialog.getByText('将发给 1 人，1 人不发').waitFor(LONG_TIMEOUT)
  await dialog.getByText('没有这些用户：987654321').waitFor()
  const list = dialog.getByRole('list', { name: '名单' })
  await list
    .getByRole('listitem')
    .filter({ hasText: `#${frozen.userId}` })
    .getByText('账号已冻结')
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect((await page.locator('body').innerText()).includes(person.mobilePhone)).toBe(false)
  await button(dialog, '发放给 1 人…').click()
  await answer(page, '发放')
  await dialog.getByText('已发 1 / 1 张').waitFor(LONG_TIMEOUT)
  await list.getByText('已发放').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])

  await person.page.goto('/pages/user/coupon')
  await text(person.page, '双十一回馈券').first().waitFor(LONG_TIMEOUT)
  // The best coupon is chosen by itself.
  const orderId = await buy(person, () => text(person.page, '-¥3.00').first().waitFor(LONG_TIMEOUT))
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query('select coupon_cents::int, business_type from orders where id = $1', [orderId]),
  )
  expect(rows).toEqual([{ coupon_cents: 300, business_type: BusinessType.cloudMachine }])

  await page.goto('/console/coupons')
  const row = page.getByRole('row').filter({ hasText: '双十一回馈券' })
  await expect.poll(() => row.getByRole('cell').allInnerTexts(), LONG_TIMEOUT).toContain('1')
  await row.click()
  await button(page, '停用模板…').click(LONG_TIMEOUT)
  await answer(page, '停用模板')
  await page.getByText('已停用').first().waitFor(LONG_TIMEOUT)
})

test('an operator refunds an order and sees the entries in the ledger, and the check finds the books right', async () => {
  const person = await people.signUp()
  const orderId = await buy(person)
  const { page, takeErrors } = await openConsole(`/orders?open=${orderId}`)
  await button(page, '退款…').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /^退还订单/ })
  await dialog.getByLabel('金额（元）').fill('1')
  await dialog.getByLabel('原因').click()
  await page.getByRole('option', { name: '协商一致' }).click()
  await button(dialog, '退款').click()
  await answer(page, '立即退款')
  await dialog.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  await page.goto(`/console/ledger?orderId=${orderId}`)
  const refund = page.getByRole('row').filter({ hasText: '订单退款' })
  await refund.getByText('¥1.00').waitFor(LONG_TIMEOUT)
  await refund.getByText(`用户云豆 #${person.userId}`).waitFor()
  await page.getByRole('row').filter({ hasText: '支付订单' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await refund.click()
  await page
    .getByRole('dialog', { name: /^账目 #/ })
    .getByText('转入后的余额')
    .waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await button(page, '导出').click()
  const exporting = page.getByRole('dialog', { name: '导出账目' })
  await button(exporting, '开始导出').click(LONG_TIMEOUT)
  await button(exporting, '下载').waitFor(LONG_TIMEOUT)
  const coming = page.waitForEvent('download')
  await button(exporting, '下载').click()
  const file = await readFile(await (await coming).path(), 'utf8')
  expect(file).toContain(`订单退款,1.00,退款,,用户云豆,${person.userId},${orderId}`)

  await page.goto('/console/ledger-checks')
  await button(page, '立即核对').click(LONG_TIMEOUT)
  const check = page.getByRole('row').filter({ hasText: OWNER })
  await check.getByText('全部相符').waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  await check.click()
  await page.getByRole('dialog').getByText('合计', { exact: true }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update ledger_accounts set balance_cents = balance_cents + 1 where user_id = $1 and kind = 'beans'`, [
      person.userId,
    ]),
  )
  await page.goto('/console/ledger-checks')
  await button(page, '立即核对').click(LONG_TIMEOUT)
  await page.getByText('2 处不符').click(LONG_TIMEOUT)
  await page.getByRole('dialog').getByText(`余额与账目之和不符，用户 #${person.userId}`).waitFor(LONG_TIMEOUT)
})

test('an announcement is scheduled for some, shown as customers will see it, and cancelled', async () => {
  const { page, takeErrors } = await openConsole('/notices')
  await button(page, '新建公告').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: '新建公告' })
  await dialog.getByLabel('发给').click()
  await page.getByRole('option', { name: '符合条件的用户' }).click()
  await dialog.getByLabel('标题').fill('机房维护通知')
  await dialog.getByLabel('内容').fill('今晚两点起维护一小时')
  await dialog.getByLabel('发布时间').fill('2027-01-05T02:00')
  await button(dialog, '发布…').click()
  await dialog.getByRole('alert').filter({ hasText: '请至少填写一个条件' }).waitFor(LONG_TIMEOUT)
  await dialog.getByLabel('最近多少天内购买过').fill('30')
  await dialog.getByRole('article', { name: '预览' }).getByText('今晚两点起维护一小时').waitFor()
  await button(dialog, '发布…').click()
  await answer(page, '发布公告')
  const row = page.getByRole('row').filter({ hasText: '机房维护通知' })
  await row.getByText('等待发布').waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  await row.click()
  await button(page, '取消公告…').click(LONG_TIMEOUT)
  await answer(page, '取消公告')
  await page.getByRole('dialog').getByText('已取消', { exact: true }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('the words of a system message are changed, shown with examples, and reach the next customer', async () => {
  const { page, takeErrors } = await openConsole('/message-wordings')
  await page.getByLabel('标题或文字').fill('充值')
  await page.getByRole('row').filter({ hasText: '余额充值成功' }).click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '余额充值成功' })
  await drawer.getByLabel('标题').fill('充值到账')
  await drawer.getByLabel('内容').fill('收到 {商品}')
  await button(drawer, '保存').click()
  await drawer.getByRole('alert').filter({ hasText: '可以引用 {金额}' }).waitFor(LONG_TIMEOUT)
  await drawer.getByLabel('内容').fill('收到 {金额}，谢谢。')
  await drawer.getByRole('article', { name: '预览' }).getByText('收到 ¥100.00，谢谢。').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(drawer, '保存').click()
  await button(drawer, '恢复默认…').waitFor(LONG_TIMEOUT)

  const { page: client, userId } = await people.signUp()
  await withClient(system.databaseUrl(), (database) =>
    database.query(
      `insert into outbox (key, event, user_id, facts, created_at)
       values ('own-words', 'recharged', $1, '{"what": "balance", "amountCents": 8800}', now())`,
      [userId],
    ),
  )
  // An event wakes the queue, too, when it is added to the outbox.
  await queueScheduledJob(system.databaseUrl(), DELIVER_JOB.name)
  await expect.poll(() => countMessages(userId), LONG_TIMEOUT).toBe(1)
  await client.goto('/pages/user/message')
  await text(client, '余额已充值 ¥88.00').first().waitFor(LONG_TIMEOUT)
  await client.goto('/pages/user/messageList?messageType=5')
  await text(client, '收到 ¥88.00，谢谢。').waitFor(LONG_TIMEOUT)
  await button(drawer, '恢复默认…').click()
  await answer(page, '恢复默认')
  await drawer.getByText('余额充值成功').first().waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('a canned answer is made, and inserted into a reply by keyboard with its placeholders filled', async () => {
  const person = await people.signUp()
  const opened = await people.call(openTicket, { kind: 'stream', content: '画面模糊' }, person.token)
  const { ticketId } = opened.data as { ticketId: number }
  const { page, takeErrors } = await openConsole('/canned-answers')
  await button(page, '新建常用回复').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: '新建常用回复' })
  await dialog.getByLabel('标题').fill('清晰度')
  await dialog.getByLabel('内容').fill('{客户}，请调高清晰度')
  await button(dialog, '新建').click()
  await dialog.getByRole('alert').filter({ hasText: '没有这个占位符' }).waitFor(LONG_TIMEOUT)
  await dialog.getByLabel('内容').fill('工单 {工单号}：请调高清晰度。{客服}')
  await button(dialog, '新建').click()
  await page.getByRole('row').filter({ hasText: '清晰度' }).waitFor(LONG_TIMEOUT)

  await openByMenu(page, '客服与审核', '工单')
  await page.getByRole('row').filter({ hasText: '画面模糊' }).click(LONG_TIMEOUT)
  const field = page.getByRole('textbox', { name: '回复用户' })
  await field.fill('您好，')
  await field.press('Control+/')
  const picker = page.getByRole('dialog', { name: '常用回复' })
  await picker.getByLabel('查找').fill('清晰')
  await picker.getByText('清晰度', { exact: true }).waitFor(LONG_TIMEOUT)
  await picker.getByLabel('查找').press('Enter')
  await expect.poll(() => field.inputValue(), LONG_TIMEOUT).toBe(`您好，工单 ${ticketId}：请调高清晰度。${OWNER}`)
  await button(page, '发送回复').click()
  await page.getByRole('listitem').filter({ hasText: '请调高清晰度' }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('an operator starts the deletion of an account, and a list for a big customer gets a link', async () => {
  const person = await people.signUp()
  const { page, takeErrors } = await openConsole(`/users?open=${person.userId}`)
  await button(page, '注销账号…').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /^注销「/ })
  await dialog.getByLabel('理由').click(LONG_TIMEOUT)
  await page.getByRole('option', { name: '用户本人要求' }).click()
  await button(dialog, '注销账号').click()
  await answer(page, '开始注销')
  await button(page, '撤销注销').click(LONG_TIMEOUT)
  await answer(page, '撤销注销')
  await button(page, '注销账号…').waitFor(LONG_TIMEOUT)

  await page.goto('/console/big-users')
  await button(page, '新建清单').click(LONG_TIMEOUT)
  const form = page.getByRole('dialog')
  await form.getByLabel('用户编号').fill(String(person.userId))
  await form.getByLabel('标题').fill('年度协议')
  await form.getByLabel('每单最多（台）').fill('50')
  await form.getByRole('combobox', { name: '商品' }).fill('1')
  await page.getByRole('option', { name: /^#1 / }).click(LONG_TIMEOUT)
  await form.getByLabel('协议价（元）').fill('9')
  await button(form, '新建清单').click()
  await form.getByText(/linkCode=/).waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: '年度协议' }).getByText('有效').waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  await page.goto('/console/settings')
  await page.getByText('云豆套餐', { exact: true }).waitFor(LONG_TIMEOUT)
  await page.getByLabel('提醒文字').fill('到期了，快来续费')
  await button(page.locator('section').filter({ hasText: '续费提醒' }), '保存').click()
  await page.getByText('已保存，用户立即看到').waitFor(LONG_TIMEOUT)
  const config = await people.call(getCommonConfig, {}, person.token)
  expect(config.data).toMatchObject({ renewalReminderMsg: '到期了，快来续费' })
  expect(takeErrors()).toEqual([])
})

test('an operator exports the data of a customer, and gets a file that has it', async () => {
  const person = await people.signUp()
  const { page, takeErrors } = await openConsole(`/users?open=${person.userId}`)
  await button(page, '导出数据…').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /^导出「/ })
  await button(dialog, '开始导出').click(LONG_TIMEOUT)
  await button(dialog, '下载').waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await button(dialog, '下载').click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^person-[\d-]+\.zip$/)
  const bytes = await readFile(await download.path())
  for (const part of ['PK', '账号/账号.json', '交易/订单.json', '说明.txt']) expect(bytes.includes(part)).toBe(true)
  expect(takeErrors()).toEqual([])
})

test('an operator makes a batch of codes, a customer redeems one, and the rest is withdrawn', async () => {
  const { page, takeErrors } = await openConsole('/code-batches')
  await button(page, '生成激活码').first().click(LONG_TIMEOUT)
  const form = page.getByRole('dialog', { name: '生成激活码' })
  await button(form, '生成激活码').click()
  await form.getByRole('alert').filter({ hasText: '请填写' }).first().waitFor(LONG_TIMEOUT)
  await form.getByLabel('名称').fill('合作渠道')
  await button(form, '商品：全部').click()
  await page.getByRole('option').first().click(LONG_TIMEOUT)
  await form.getByLabel('数量').fill('2')
  expect(await violationsOf(page)).toEqual([])
  await button(form, '生成激活码').click()
  await page.getByRole('row').filter({ hasText: '合作渠道' }).click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '合作渠道' })
  const downloading = page.waitForEvent('download', LONG_TIMEOUT)
  await button(drawer, '下载激活码').click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const [first = '', second = ''] = csv.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g) ?? []
  expect(second).not.toBe('')

  const customer = await people.signUp()
  await customer.page.goto(`/pages/user/activateDevice?activationCode=${first}`)
  await clientButton(customer.page, '查看能换什么').click()
  await radio(customer.page, /^兑换一台新的云手机/).waitFor(LONG_TIMEOUT)
  await clientButton(customer.page, '兑换新设备').click()
  await customer.page.getByRole('alertdialog').getByText('兑换成功，正在创建').waitFor(LONG_TIMEOUT)
  const phoneState = async (): Promise<unknown> =>
    withClient(system.databaseUrl(), async (client) => {
      const { rows } = await client.query('select state from devices where owner_id = $1', [customer.userId])
      return rows
    })
  await expect.poll(phoneState, { timeout: 60_000 }).toEqual([{ state: 'running' }])

  await page.reload()
  await expect.poll(() => drawer.innerText(), LONG_TIMEOUT).toMatch(/已使用\s+1\s+未使用\s+1\s/)
  const codes = drawer.getByRole('table', { name: '激活码' })
  await codes.getByRole('row').filter({ hasText: '未使用' }).waitFor(LONG_TIMEOUT)
  const used = codes.getByRole('row').filter({ hasText: '已使用' })
  await expect.poll(() => used.innerText(), LONG_TIMEOUT).toContain(`****-${first.slice(-4)}`)
  expect(await codes.innerText()).not.toContain(second)
  await drawer.getByLabel('激活码的状态').click()
  await page.getByRole('option', { name: '已使用' }).click()
  await expect.poll(() => codes.getByRole('row').count(), LONG_TIMEOUT).toBe(2)
  await used.getByRole('link', { name: `#${customer.userId}` }).click()
  await page.getByRole('dialog', { name: new RegExp(`${customer.userId}`) }).waitFor(LONG_TIMEOUT)
  await page.goBack()
  await codes.waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  await button(drawer, '收回未使用的…').click()
  await answer(page, '收回')
  await page.getByText('1 个激活码已失效').waitFor(LONG_TIMEOUT)
  await expect.poll(() => drawer.innerText(), LONG_TIMEOUT).toMatch(/已使用\s+1\s+未使用\s+0\s+已收回\s+1/)

  await customer.page.goto(`/pages/user/activateDevice?activationCode=${second}`)
  await clientButton(customer.page, '查看能换什么').click()
  await text(customer.page, '已失效').first().waitFor(LONG_TIMEOUT)
  const refused = await people.call(redeemActivationCode, { activationCode: second }, customer.token)
  expect(refused).toMatchObject({ code: ErrorCode.SHOW_ERROR_TIP, msg: '激活码已失效' })
  expect(takeErrors()).toEqual([])
})

test('an operator sees the pictures of a company, passes it, and the customer is a company', async () => {
  const person = await people.signUp()
  const body = new Uint8Array(await person.page.screenshot())
  const upload = async (): Promise<string> => {
    const answered = await fetch(system.url() + sideRoutes.verificationPicture.path, {
      method: 'POST',
      headers: { token: person.token, 'content-type': 'image/png' },
      body,
    })
    return ((await answered.json()) as { data: { pictureId: string } }).data.pictureId
  }
  const company = { companyName: '云机科技', creditCode: '91350100M000100Y43', legalPerson: '李小云' }
  const pictureIds = [await upload(), await upload()]
  expect((await people.call(submitCompany, { ...company, pictureIds }, person.token)).code).toBe(ErrorCode.OK)

  const { page, takeErrors } = await openConsole('/verifications')
  const row = page.getByRole('row').filter({ hasText: `#${person.userId}` })
  await row.click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '企业认证 · 云机科技' })
  const pictures = drawer.getByRole('img', { name: /^认证图片/ })
  const widths = () => pictures.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth))
  await expect.poll(widths, LONG_TIMEOUT).toEqual([390, 390])
  expect(await violationsOf(page)).toEqual([])
  await button(drawer, '通过').click()
  await answer(page, '通过')
  await drawer.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  const readInfo = async () => (await people.call(getUserInfo, {}, person.token)).data
  await expect.poll(readInfo, LONG_TIMEOUT).toMatchObject({ userType: UserType.company })
  expect(takeErrors()).toEqual([])
})

test('pictures are uploaded into the guide and into a draft of an agreement, which is shown as customers see it', async () => {
  const { page, takeErrors } = await openConsole('/guide')
  const path = page.getByLabel('图片', { exact: true }).first()
  await path.waitFor(LONG_TIMEOUT)
  const picture = { name: 'picture.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const notPicture = { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('上传图片').first().setInputFiles(notPicture)
  const refusal = page.getByText('请上传 JPG、PNG 或 WebP 图片')
  await expect.poll(() => refusal.count(), LONG_TIMEOUT).toBeGreaterThan(0)
  expect(await path.inputValue()).toBe('')
  await page.getByLabel('上传图片').first().setInputFiles(picture)
  await expect.poll(() => path.inputValue(), LONG_TIMEOUT).toMatch(/^\/content\/[0-9a-f]{32}\.png$/)
  const src = await path.inputValue()
  const width = () => page.getByAltText('图片预览').evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width, LONG_TIMEOUT).toBe(DESKTOP.width)
  await button(page, '保存').click()
  await page.getByText('已保存，新用户立即看到').waitFor(LONG_TIMEOUT)
  await page.reload()
  await path.waitFor(LONG_TIMEOUT)
  expect(await path.inputValue()).toBe(src)
  await expect.poll(width, LONG_TIMEOUT).toBe(DESKTOP.width)
  expect(await violationsOf(page)).toEqual([])

  await openByMenu(page, '内容与协议', '协议')
  await button(page, '写草稿').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: '写草稿' })
  const source = dialog.getByLabel('正文（Markdown）')
  const [before, after] = ['## 新的一节\n\n前文\n\n', '后文 [外站](https://example.com/)']
  await source.fill(before + after, LONG_TIMEOUT)
  await source.evaluate((area, at) => (area as HTMLTextAreaElement).setSelectionRange(at, at), before.length)
  await dialog.getByLabel('插入图片').setInputFiles(picture)
  await expect.poll(() => source.inputValue(), LONG_TIMEOUT).toContain('![](/content/')
  const [, inserted = ''] = /!\[\]\(([^)]*)\)/.exec(await source.inputValue()) ?? []
  expect(await source.inputValue()).toBe(`${before}![](${inserted})${after}`)
  await expect.poll(() => source.evaluate((area) => area === document.activeElement), LONG_TIMEOUT).toBe(true)

  await button(dialog, '保存草稿').click()
  const preview = dialog.getByRole('article', { name: '用户将看到的内容' })
  await preview.getByRole('heading', { name: '新的一节' }).waitFor(LONG_TIMEOUT)
  expect(await preview.locator('img').getAttribute('src')).toBe(inserted)
  // A host that is not on the list: its words alone.
  expect(await preview.getByRole('link').count()).toBe(0)
  expect(await preview.innerText()).toContain('后文 外站')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  const published = page.getByRole('row').filter({ hasText: '隐私政策' }).filter({ hasText: '已发布' })
  await published.click(LONG_TIMEOUT)
  await page.getByRole('article', { name: '用户将看到的内容' }).getByRole('heading').first().waitFor(LONG_TIMEOUT)
  expect(await violationsOf(page)).toEqual([])
  expect(takeErrors()).toEqual([])
})

test('a zone that the operator closes for sale is no longer offered to customers', async () => {
  const customer = await people.signUp()
  const openCreate = async () => {
    await customer.page.goto('/pages/Home/create')
    await radio(customer.page, /^华东 · 上海/).waitFor(LONG_TIMEOUT)
  }
  await openCreate()
  await radio(customer.page, /^华南 · 广州/).waitFor(LONG_TIMEOUT)

  const { page, takeErrors } = await openConsole('/stock')
  const row = page.getByRole('row').filter({ hasText: 'guangzhou' })
  await row.click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '华南 · 广州' })
  await drawer.getByRole('switch', { name: /^开放销售/ }).click(LONG_TIMEOUT)
  await button(drawer, '保存').click()
  const closing = page.getByRole('alertdialog')
  await closing.getByText('用户不再看到这个机房').waitFor(LONG_TIMEOUT)
  await button(closing, '停止销售').click()
  await page.getByText('机房已修改').waitFor(LONG_TIMEOUT)
  await button(drawer, '关闭').click()
  await row.getByText('停止', { exact: true }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])

  await openCreate()
  expect(await radio(customer.page, /^华南 · 广州/).count()).toBe(0)
})
