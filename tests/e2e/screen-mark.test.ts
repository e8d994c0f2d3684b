import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmDialog } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

const addDevices = async ({ userId }: Person): Promise<number[]> => {
  const { rows } = await withClient(system.databaseUrl(), async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`,
    )
    return client.query<{ id: string }>(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at)
       select user_id, id, (select min(id) from zones), '云机 ' || n, 3, '10/B', 7, 'mark-' || n,
         now() + interval '9 days', 'stopped', false, now()
       from device_groups, generate_series(1, 2) as n where user_id = $1 and is_default returning id`,
      [userId],
    )
  })
  return rows.map(({ id }) => Number(id))
}

const mark = (page: Page) => shownPage(page).locator('[class*="mark-view-module__mark"]')
const toggle = (page: Page) => shownPage(page).getByRole('switch', { name: '画面水印' })

test('the mark is switched on once, and stands on single screens and walls of every client', async () => {
  const person = await people.signUp()
  const { page } = person
  const [first = 0, second = 0] = await addDevices(person)
  const screen = `${system.url()}/pages/webView/web_instance?deviceId=${first}`
  await page.goto(screen)
  await shownPage(page).getByText('无法打开云手机').waitFor(LONG_TIMEOUT)
  await expect.poll(() => mark(page).count(), LONG_TIMEOUT).toBe(0)

  await page.goto(`${system.url()}/pages/Home/user`)
  await toggle(page).click(LONG_TIMEOUT)
  await expect.poll(() => toggle(page).getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')

  const elsewhere = await people.visitAs(person.userId, await people.elsewhere(person), {})
  for (const path of [screen, `${system.url()}/pages/Device/wall?deviceIds=${first},${second}`]) {
    await elsewhere.page.goto(path)
    await mark(elsewhere.page).waitFor({ state: 'attached', ...LONG_TIMEOUT })
    const drawn = await mark(elsewhere.page).evaluate((element) => getComputedStyle(element).backgroundImage)
    const { mobilePhone } = person
    expect(decodeURIComponent(drawn)).toContain(`${mobilePhone.slice(0, 3)}****${mobilePhone.slice(-4)}`)
  }
  // It takes no taps away from the phones below.
  expect(await mark(elsewhere.page).evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none')
})

test('a finger swipes a row open, and the action behind it works', async () => {
  const person = await people.signUp()
  await withClient(system.databaseUrl(), (client) =>
    client.query(
      `with counted as (
         insert into message_counts (user_id, renewal, last_message_at) values ($1, 1, now())
         on conflict (user_id) do update set renewal = 1, last_message_at = now()
       )
       insert into messages (user_id, outbox_id, event, message_type, counter, title, content, summary, created_at)
       values ($1, 888888, 'deviceExpiring', 2, 'renewal', '要滑动的消息', '内容', '摘要', date_trunc('milliseconds', now()))`,
      [person.userId],
    ),
  )
  const { page } = await people.visitAs(person.userId, person.token, {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  })
  await page.goto(`${system.url()}/pages/user/messageList?messageType=2`)
  const row = shownPage(page).locator('[class*="swipe-row-module__swiped"]').first()
  await row.waitFor(LONG_TIMEOUT)
  const action = row.locator('[class*="swipe-row-module__danger"]')
  const isOpen = async () => {
    const [box, shown] = await Promise.all([row.boundingBox(), action.boundingBox()])
    return box !== null && shown !== null && shown.x + shown.width <= box.x + box.width + 1
  }
  await expect.poll(isOpen, LONG_TIMEOUT).toBe(false)
  const box = await row.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 40, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const touch = await page.context().newCDPSession(page)
  const move = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - by, y }] })
  await move('touchStart', 0)
  for (let by = 20; by <= 200; by += 20) await move('touchMove', by)
  await move('touchEnd', 200)
  await expect.poll(isOpen, LONG_TIMEOUT).toBe(true)
  await action.tap()
  await confirmDialog(page).getByRole('button', { name: '删除' }).tap()
  await shownPage(page)
    .getByText('要滑动的消息')
    .waitFor({ state: 'detached', ...LONG_TIMEOUT })
})
