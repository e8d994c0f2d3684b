import { readFile } from 'node:fs/promises'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { addOperator } from '../security/operator-matrix.ts'
import { button, confirmDialog, link, problemsOf, radio, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

const lastInvoice = async (): Promise<{ id: number; cents: number }> => {
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query<{ id: string; amount_cents: string }>(
      'select id, amount_cents from invoices order by id desc limit 1',
    ),
  )
  return { id: Number(rows[0]?.id ?? 0), cents: Number(rows[0]?.amount_cents ?? 0) }
}

/** An operator uploads the file, looks at it, and marks the invoice as issued. */
const issueInConsole = async (invoiceId: number): Promise<void> => {
  const token = await addOperator(system.databaseUrl(), 'invoices', 'finance')
  const { page, takeErrors } = await system.visit({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript((value) => sessionStorage.setItem('operatorToken', value), token)
  await page.goto('/console/invoices')
  await page.getByRole('row').filter({ hasText: '云机科技有限公司' }).click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: `#${invoiceId} 云机科技有限公司` })
  await drawer.getByText('9144030071526726XG').waitFor(LONG_TIMEOUT)
  const issue = drawer.getByRole('button', { name: '标记已开具' })
  expect(await issue.isDisabled()).toBe(true)
  const file = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: PDF }
  await drawer.locator('input[type=file]').setInputFiles(file)
  const [download] = await Promise.all([
    page.waitForEvent('download', LONG_TIMEOUT),
    drawer.getByRole('link', { name: '查看发票 PDF' }).click(LONG_TIMEOUT),
  ])
  expect(await readFile(await download.path())).toEqual(PDF)
  await issue.click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: '标记已开具' })
  await dialog.getByLabel('发票号码').fill('24442000000012345678')
  await dialog.getByRole('button', { name: '标记已开具' }).click()
  await drawer.getByText('24442000000012345678').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
}

test('a recharge is invoiced: title, request, PDF', async () => {
  const { page, takeErrors } = await people.signUp()
  await page.goto('/pages/user/recharge')
  await radio(page, /3,000/).click()
  await expect.poll(() => button(page, '立即充值').isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, '立即充值').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await button(page, /^支付宝支付 ¥30/).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)

  await page.goto('/pages/Home/user')
  await link(page, '发票').click(LONG_TIMEOUT)
  await text(page, '还没有发票').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await link(page, '申请开票').click()
  await link(page, /添加发票抬头/).click(LONG_TIMEOUT)
  await shownPage(page).getByLabel('抬头名称').fill('云机科技有限公司')
  await shownPage(page).getByLabel('税号').fill('9144030071526726XH')
  await button(page, '保存').click()
  await text(page, /^税号有误/).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await shownPage(page).getByLabel('税号').fill('9144 0300 7152 6726 xg')
  await button(page, '保存').click()
  await text(page, '云机科技有限公司').waitFor(LONG_TIMEOUT)
  await shownPage(page).getByRole('checkbox', { name: /¥30/ }).click(LONG_TIMEOUT)
  await text(page, '已选 1 笔').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '提交申请').click()
  await text(page, '待开具').waitFor(LONG_TIMEOUT)
  expect(pathOfPage(page)).toBe('/pages/user/invoices')
  expect(await problemsOf(page)).toEqual([])

  const { id: invoiceId, cents: amountCents } = await lastInvoice()
  expect(amountCents).toBe(3000)
  await issueInConsole(invoiceId)
  await page.reload()
  await text(page, '24442000000012345678').waitFor(LONG_TIMEOUT)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '下载发票 PDF').click()])
  expect(download.suggestedFilename()).toBe('发票-24442000000012345678.pdf')
  expect(takeErrors()).toEqual([])
})

test('a request is begun from its order and taken back', async () => {
  const { page } = await people.signUp()
  await page.goto('/pages/user/recharge')
  await radio(page, /3,000/).click()
  await expect.poll(() => button(page, '立即充值').isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, '立即充值').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await button(page, /^支付宝支付 ¥30/).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  await page.goto('/pages/user/invoices?view=title')
  await shownPage(page).getByRole('tab', { name: '个人' }).click(LONG_TIMEOUT)
  await shownPage(page).getByLabel('抬头名称').fill('张三')
  await button(page, '保存').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).not.toBe('/pages/user/invoices')

  await page.goto('/pages/user/orders')
  await link(page, /30\.00/).click(LONG_TIMEOUT)
  await link(page, '申请发票').click(LONG_TIMEOUT)
  await text(page, '已选 1 笔').waitFor(LONG_TIMEOUT)
  await button(page, '提交申请').click()
  await button(page, '取消申请').click(LONG_TIMEOUT)
  await confirmDialog(page).getByRole('button', { name: '取消申请' }).click()
  await text(page, /^已取消$/).waitFor(LONG_TIMEOUT)
})
