import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { decideVerification, getWaitingVerifications } from '@yunji/contract/operator/calls'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { OPERATOR_TOKEN } from '../support/call-request.ts'
import { button } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)

const PROFILE = '/pages/user/personalData'
const VERIFICATION = `${PROFILE}?view=verification`
const ID_CARD = '11010519491231002X'

const field = (page: Page, name: string) => shownPage(page).getByRole('textbox', { name, exact: true })
const said = (page: Page, text: string) => shownPage(page).getByRole('alert').filter({ hasText: text }).waitFor()
const infoOf = async (token: string) => (await people.call(getUserInfo, {}, token)).data as UserInfo

/** Chooses a picture in the file chooser that `open` opens. */
const choosePicture = async (page: Page, open: () => Promise<void>) => {
  const buffer = await page.screenshot()
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
}

describe('the profile', () => {
  test('takes another name; what was typed is not thrown away without a question', async () => {
    const { page, token, takeErrors } = await people.signUp()
    await page.goto(PROFILE)
    const open = () => shownPage(page).getByRole('button', { name: /^昵称/ }).click()
    await open()
    const sheet = page.getByRole('dialog', { name: '修改昵称' })
    await expect.poll(() => sheet.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
    await sheet.getByRole('textbox', { name: '昵称' }).fill('林间晚风')
    await sheet.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click()
    await expect.poll(() => sheet.getByRole('textbox', { name: '昵称' }).inputValue()).toBe('林间晚风')
    await sheet.getByRole('button', { name: '保存' }).click()
    await page.getByText('昵称已修改').waitFor()
    await shownPage(page)
      .getByRole('button', { name: /^昵称.*林间晚风/ })
      .waitFor()
    expect((await infoOf(token)).name).toBe('林间晚风')

    await open()
    await sheet.getByRole('textbox', { name: '昵称' }).fill('另一个')
    await sheet.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).click()
    await sheet.waitFor({ state: 'detached' })
    await open()
    await expect.poll(() => sheet.getByRole('textbox', { name: '昵称' }).inputValue()).toBe('林间晚风')
    expect(takeErrors()).toEqual([])
  })

  test('takes a picture, shows it, and lets it be taken away', async () => {
    const { page, token, takeErrors } = await people.signUp()
    await page.goto(PROFILE)
    const row = shownPage(page).getByRole('button', { name: '头像' })
    await choosePicture(page, () => row.click())
    await page.getByText('头像已更换').waitFor(LONG_TIMEOUT)
    const widthPx = () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(widthPx, LONG_TIMEOUT).toBe(256)
    await row.click()
    await button(page, '恢复默认头像').click()
    await page.getByText('已恢复默认头像').waitFor()
    await expect.poll(() => row.locator('img').count(), LONG_TIMEOUT).toBe(0)
    expect((await infoOf(token)).avatar).toBe('')
    expect(takeErrors()).toEqual([])
  })

  test('says what is wrong with a file that is no picture, and keeps the old one', async () => {
    const { page, token } = await people.signUp()
    await page.goto(PROFILE)
    const chooser = page.waitForEvent('filechooser')
    await shownPage(page).getByRole('button', { name: '头像' }).click()
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('图片无法读取，请换一张').waitFor()
    expect((await infoOf(token)).avatar).toBe('')
  })

  test('lists what one works in, each pair once', async () => {
    const { page, takeErrors } = await people.signUp()
    await page.goto(PROFILE)
    const add = async (industry: string, work: string) => {
      await button(page, '行业与工种：添加行业与工种').click()
      const sheet = page.getByRole('dialog', { name: '行业与工种' })
      await sheet.getByRole('option', { name: industry, exact: true }).click()
      await sheet.getByRole('option', { name: work, exact: true }).click()
      await sheet.getByRole('button', { name: '确定' }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    const entries = shownPage(page).getByRole('list', { name: '已添加的行业与工种' }).getByRole('listitem')
    await add('游戏', '游戏主播')
    await add('电商', '客服')
    await expect.poll(() => entries.allInnerTexts(), LONG_TIMEOUT).toEqual(['游戏 · 游戏主播', '电商 · 客服'])
    await add('游戏', '游戏主播')
    await page.getByText('请勿重复添加').waitFor()
    await expect.poll(() => entries.count()).toBe(2)
    await button(page, '删除 游戏 · 游戏主播').click()
    await expect.poll(() => entries.allInnerTexts(), LONG_TIMEOUT).toEqual(['电商 · 客服'])
    await page.reload()
    await expect.poll(() => entries.allInnerTexts(), LONG_TIMEOUT).toEqual(['电商 · 客服'])
    expect(takeErrors()).toEqual([])
  })
})

describe('real-name verification', () => {
  const operator = { token: OPERATOR_TOKEN }

  const decide = async ({ userId }: Person, decision: object) => {
    const { data } = await people.call(getWaitingVerifications, { rows: '100' }, operator.token)
    const { records } = data as { records: { verificationId: number; userId: number }[] }
    const verificationId = records.find((record) => record.userId === userId)?.verificationId
    expect((await people.call(decideVerification, { verificationId, ...decision }, operator.token)).code).toBe(200)
  }

  /** Uploads both sides of a card. The embedded reader recognises nothing, and the page shows that. */
  const sendCard = async (page: Page) => {
    await choosePicture(page, () => button(page, '上传身份证人像面').click())
    await shownPage(page).getByText('未能识别证件内容，请手动填写').waitFor(LONG_TIMEOUT)
    await choosePicture(page, () => button(page, '上传身份证国徽面').click())
    await button(page, '重新上传身份证国徽面').waitFor(LONG_TIMEOUT)
  }

  test('of a person is typed, checked, refused with a reason, sent again, and passed', async () => {
    const person = await people.signUp()
    const { page } = person
    await page.goto(PROFILE)
    await shownPage(page)
      .getByRole('link', { name: /实名认证.*未认证/ })
      .click()
    await button(page, '提交审核').click()
    for (const text of ['请上传身份证人像面', '请上传身份证国徽面', '请输入姓名', '请输入身份证号'])
      await said(page, text)
    await sendCard(page)
    await field(page, '姓名').fill('李小云')
    await field(page, '身份证号').fill('110105194912310021')
    await button(page, '提交审核').click()
    await said(page, '身份证号有误，请核对')
    await field(page, '身份证号').fill(ID_CARD.toLowerCase())
    await shownPage(page).getByRole('radio', { name: '女', checked: true }).waitFor()
    await expect.poll(() => field(page, '出生日期').inputValue()).toBe('1949-12-31')
    await shownPage(page).getByRole('radio', { name: '男' }).click()
    await button(page, '提交审核').click()
    await said(page, '性别与身份证号不一致')
    await shownPage(page).getByRole('radio', { name: '女' }).click()

    await button(page, '提交审核').click()
    await shownPage(page).getByText('资料审核中').waitFor()
    await shownPage(page).getByText('11010********1002X').waitFor()
    await shownPage(page).getByText('李**').waitFor()

    await decide(person, { isPassed: false, reason: '照片不清晰' })
    await page.reload()
    await shownPage(page).getByText('认证未通过：照片不清晰').waitFor()
    await sendCard(page)
    await field(page, '姓名').fill('李小云')
    await field(page, '身份证号').fill(ID_CARD)
    await button(page, '提交审核').click()
    await shownPage(page).getByText('资料审核中').waitFor()
    await decide(person, { isPassed: true })
    await page.reload()
    await shownPage(page).getByText('认证已通过').waitFor()
    await page.goto('/pages/Home/user')
    await shownPage(page).getByText('已实名').waitFor()
    expect(person.takeErrors()).toEqual([])
  })

  test('that is begun is found again after a look elsewhere', async () => {
    const { page } = await people.signUp()
    await page.goto(PROFILE)
    const open = () =>
      shownPage(page)
        .getByRole('link', { name: /实名认证/ })
        .click()
    await open()
    await field(page, '姓名').fill('李小云')
    await shownPage(page).getByRole('tab', { name: '企业认证' }).click()
    await field(page, '企业名称').fill('云机科技')
    await button(page, '返回').click()
    await shownPage(page).getByRole('heading', { name: '个人资料' }).waitFor()
    await open()
    await expect.poll(() => field(page, '姓名').inputValue()).toBe('李小云')
    await shownPage(page).getByRole('tab', { name: '企业认证' }).click()
    await expect.poll(() => field(page, '企业名称').inputValue()).toBe('云机科技')
  })

  test('of a company is a check of its own', async () => {
    const person = await people.signUp()
    const { page } = person
    await page.goto(VERIFICATION)
    await shownPage(page).getByRole('tab', { name: '企业认证' }).click()
    await choosePicture(page, () => button(page, '上传营业执照').click())
    await button(page, '重新上传营业执照').waitFor(LONG_TIMEOUT)
    await field(page, '企业名称').fill('云机科技有限公司')
    await field(page, '统一社会信用代码').fill('91350100m000100y44')
    await field(page, '法定代表人').fill('李小云')
    await button(page, '提交审核').click()
    await said(page, '统一社会信用代码有误，请核对')
    await field(page, '统一社会信用代码').fill('91350100m000100y43')
    await button(page, '提交审核').click()
    await shownPage(page).getByText('资料审核中').waitFor()
    await shownPage(page).getByText('云机科技有限公司').waitFor()
    await decide(person, { isPassed: true })
    expect(await infoOf(person.token)).toMatchObject({ personalCheckStatus: 0, companyCheckStatus: 2 })
    expect(person.takeErrors()).toEqual([])
  })
})

test('who cannot be read is tried again, and the rest of the tab can be used meanwhile', async () => {
  const { page } = await people.signUp()
  await page.route('**/getUserInfo**', (route) => route.abort())
  await page.goto('/pages/Home/user')
  const retry = shownPage(page).getByRole('button', { name: /点此重试/ })
  await retry.waitFor(LONG_TIMEOUT)
  await shownPage(page).getByRole('link', { name: '分组管理' }).waitFor()
  await page.unroute('**/getUserInfo**')
  await retry.click()
  await expect.poll(() => retry.count(), LONG_TIMEOUT).toBe(0)
})

test('a friend is invited by a link that names who invites', async () => {
  const { page, userId } = await people.signUp()
  await page.goto('/pages/Home/user')
  await button(page, '邀请好友').click()
  const code = userId.toString(36).toUpperCase()
  const sheet = page.getByRole('dialog', { name: '邀请好友' })
  await sheet.getByText(`${system.url()}/?inviteType=link&inviteCode=${code}`).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet.getByRole('button', { name: '复制邀请码' }).click()
  await page.getByText('邀请码已复制').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})
