import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import { beforeAll, expect, test } from 'vitest'
import { button, confirmDialog, problemsOf, sheet, tab, tapWhenReady, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { phoneCanvas } from './phone-canvas.ts'
import { useRunningSystem } from './running-system.ts'
import { demo, LONG_TIMEOUT, pathOfPage, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

interface OwnPhone {
  readonly id: number
  readonly name: string
}

/** Running phones of the demo account with days left. */
const readPhones = (): Promise<OwnPhone[]> =>
  withClient(system.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select d.id, d.name from devices d join users u on u.id = d.owner_id
       where u.mobile_phone = $1 and d.state = 'running' and not d.is_metered
         and d.expires_at > now() + interval '2 days' order by d.id`,
      [demo.phone],
    )
    return rows.map(({ id, name }) => ({ id: Number(id), name }))
  })

let phones: OwnPhone[]

// The demo's phones boot after the server answers.
beforeAll(async () => {
  phones = await eventually(async () => {
    const found = await readPhones()
    if (found.length < 2) throw new Error('the phones do not run yet')
    return found
  })
})

const field = ({ page }: Pick<Visit, 'page'>, name: string) => shownPage(page).getByRole('textbox', { name })

test('a phone is transferred by a code, and accepted in the other window', async () => {
  const [owner, friend] = [await people.logInAsDemo(), await people.signUp()]
  const phone = phones.at(-1)
  await owner.page.goto(`/pages/Device/transfer?deviceIds=${phone?.id}`)
  await text(owner.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  await field(owner, '接收人手机号').fill(friend.mobilePhone)
  expect(await problemsOf(owner.page)).toEqual([])
  await tapWhenReady(owner.page, '下一步，短信验证')
  await sheet(owner.page, '短信验证').getByRole('button', { name: '获取验证码' }).click()
  await expect.poll(() => people.lastCode(owner.mobilePhone), LONG_TIMEOUT).not.toBe('')
  await sheet(owner.page, '短信验证')
    .getByRole('textbox', { name: '短信验证码' })
    .fill(await people.lastCode(owner.mobilePhone))
  await sheet(owner.page, '短信验证').getByRole('button', { name: '确认转移' }).click()
  await text(owner.page, '待接收').waitFor(LONG_TIMEOUT)

  await friend.page.goto('/pages/Device/transfer?view=received')
  await text(friend.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(friend.page)).toEqual([])
  await button(friend.page, '接收').click()
  await confirmDialog(friend.page).getByRole('button', { name: '接收' }).click()
  await expect.poll(() => pathOfPage(friend.page), LONG_TIMEOUT).toBe('/pages/Home/index')
  await text(friend.page, phone?.name ?? '')
    .first()
    .waitFor(LONG_TIMEOUT)
  expect(owner.takeErrors()).toEqual([])
  expect(friend.takeErrors()).toEqual([])
})

test('a grant lets somebody watch, the owner sees who, and revoking it closes the screen', async () => {
  const [owner, friend] = [await people.logInAsDemo(), await people.signUp()]
  const [phone] = phones
  await owner.page.goto(`/pages/Device/empower?deviceIds=${phone?.id}`)
  await text(owner.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  await field(owner, '对方手机号').fill(friend.mobilePhone)
  expect(await problemsOf(owner.page)).toEqual([])
  await tapWhenReady(owner.page, '授权')
  await text(owner.page, '仅观看').waitFor(LONG_TIMEOUT)

  await friend.page.goto('/pages/Device/empower?view=received')
  await shownPage(friend.page).getByRole('link', { name: '打开' }).click(LONG_TIMEOUT)
  await friend.page.waitForURL('**/pages/webView/web_instance?**')
  await phoneCanvas(friend.page).waitForPicture()
  await text(owner.page, '正在观看').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(owner.page)).toEqual([])

  await button(owner.page, '收回').click()
  await confirmDialog(owner.page).getByRole('button', { name: '收回' }).click()
  await text(friend.page, '使用权限已收回').waitFor(LONG_TIMEOUT)
  await button(owner.page, '记录').click()
  await text(owner.page, /打开画面/)
    .first()
    .waitFor(LONG_TIMEOUT)
  expect(owner.takeErrors()).toEqual([])
})

test('a link with a PIN opens the phone for a guest without an account, until it is stopped', async () => {
  const owner = await people.logInAsDemo()
  const [phone] = phones
  await owner.page.goto(`/pages/Device/empower?deviceIds=${phone?.id}`)
  await tab(owner.page, '链接和授权码').click(LONG_TIMEOUT)
  await field(owner, '访问密码').fill('2468')
  await tapWhenReady(owner.page, '生成链接和授权码')
  const link = text(owner.page, /web_instance\?share=/)
  await link.waitFor(LONG_TIMEOUT)
  const address = new URL(await link.innerText())
  expect(await problemsOf(owner.page)).toEqual([])

  const guest = await system.visit()
  await guest.page.goto(address.pathname + address.search)
  await text(guest.page, '有人向你分享了一台云手机').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(guest.page)).toEqual([])
  await field(guest, '访问密码').fill('1111')
  await tapWhenReady(guest.page, '打开云手机')
  await text(guest.page, /访问密码不正确/).waitFor(LONG_TIMEOUT)
  await field(guest, '访问密码').fill('2468')
  await tapWhenReady(guest.page, '打开云手机')
  await phoneCanvas(guest.page).waitForPicture()
  expect(new URL(guest.page.url()).search).toBe('')

  await text(owner.page, '访客').waitFor(LONG_TIMEOUT)
  await button(owner.page, '停止').click()
  await confirmDialog(owner.page).getByRole('button', { name: '停止分享' }).click()
  await text(guest.page, '使用权限已收回').waitFor(LONG_TIMEOUT)
  await guest.page.goto(address.pathname + address.search)
  await text(guest.page, '分享不存在、已结束或次数已用完').waitFor(LONG_TIMEOUT)
})
