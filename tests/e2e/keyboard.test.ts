import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** More than the longest page has: Tab then comes round again. */
const MAX_STEPS = 120

/** Role and name of the element with the focus; evaluated in the page. */
const readFocus = (): string => {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return ''
  const labelled = focused.getAttribute('aria-labelledby')
  const label = labelled ? document.getElementById(labelled)?.innerText : focused.getAttribute('aria-label')
  const isChecked = focused.getAttribute('aria-checked') === 'true'
  return `${focused.getAttribute('role') ?? focused.tagName.toLowerCase()} ${label ?? focused.innerText}${isChecked ? ' ✓' : ''}`
}

/** Presses a key until the focus is where it is wanted, as a person without a mouse does. */
const pressUntil = async (page: Page, key: string, wanted: RegExp): Promise<void> => {
  const met: string[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const focus = await page.evaluate(readFocus)
    if (wanted.test(focus)) return
    met.push(focus)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never led to ${wanted}, but to ${[...new Set(met)].join(' | ')}`)
}

const openByKey = async (page: Page, wanted: RegExp, key = 'Enter'): Promise<void> => {
  await pressUntil(page, 'Tab', wanted)
  await page.keyboard.press(key)
}

const expectPath = async (page: Page, path: string): Promise<void> => {
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(path)
}

test('the keyboard alone buys a phone', async () => {
  const { page, userId, takeErrors } = await people.signUp()
  await fillWallet(system.databaseUrl(), userId, 'balance', 100_000)
  await page.goto('/pages/Home/create')
  await text(page, '规格').waitFor()
  await pressUntil(page, 'Tab', /^radio 畅享/)
  await pressUntil(page, 'ArrowRight', /^radio 专享/)
  await openByKey(page, /立即购买/)
  await expectPath(page, '/pages/create/buyGoods')
  await text(page, '应付').first().waitFor()
  await openByKey(page, /^checkbox /, 'Space')
  await openByKey(page, /提交订单/)
  await expectPath(page, '/pages/pay/pay')
  await text(page, '剩余支付时间').waitFor()
  await pressUntil(page, 'Tab', /^radio .*✓/s)
  await pressUntil(page, 'ArrowDown', /^radio 账户余额/)
  await page.keyboard.press('Space')
  await openByKey(page, /余额支付/)
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('the keyboard alone asks customer service, and leaves a dialog where it came from', async () => {
  const { page, takeErrors } = await people.signUp()
  await page.goto('/pages/CustomerService/index')
  await text(page, '我的工单').waitFor()
  await openByKey(page, /怎么购买云手机？/)
  await openByKey(page, /没有解决？提交工单/)
  await pressUntil(page, 'Tab', /^textarea/)
  await page.keyboard.type('买的时候看不到区域')
  await openByKey(page, /^button 提交$/)
  await text(page, '买的时候看不到区域').waitFor()
  await openByKey(page, /^button 关闭工单$/)
  const dialog = shownPage(page).getByRole('alertdialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(readFocus), LONG_TIMEOUT).toBe('button 关闭工单')
  expect(takeErrors()).toEqual([])
})
