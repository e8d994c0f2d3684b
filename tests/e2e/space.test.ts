import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { getDownloadAddress, getSpaceFiles } from '@yunji/contract/space/file/calls'
import { MAX_OPEN_UPLOADS } from '@yunji/contract/space/file/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import {
  button,
  checkbox,
  chooseForFile,
  confirmDialog,
  link,
  payBy,
  problemsOf,
  radio,
  sendFileTo,
  sheet,
  text,
  uploadFiles,
  waitForPhone,
} from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const SPACE = '/pages/Space/index'
const LONG_NAME = `${'星海远征第三赛季副本通关录屏与攻略合集'.repeat(3)}（最终版）.txt`

const picture = async (page: Page): Promise<Buffer> => {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
const row = (page: Page, name: string) => shownPage(page).getByRole('listitem').filter({ hasText: name })
const filesOf = async ({ token }: Person): Promise<SpaceFile[]> =>
  ((await people.call(getSpaceFiles, { rows: 100 }, token)).data as { records: SpaceFile[] }).records
const contentOf = async (person: Person, name: string): Promise<Buffer> => {
  const file = (await filesOf(person)).find((each) => each.name === name)
  const { data } = await people.call(getDownloadAddress, { fileId: file?.fileId ?? '' }, person.token)
  const response = await fetch(system.url() + (data as { address: string }).address)
  return Buffer.from(await response.arrayBuffer())
}
const runningDevice = async ({ token }: Person): Promise<DeviceRecord> => {
  const find = async () =>
    ((await people.call(getDeviceList, { page: 1, rows: 10 }, token)).data as { records: DeviceRecord[] }).records.find(
      ({ state }) => state === 'running',
    )
  await expect.poll(find, MAKING).toBeDefined()
  return (await find()) as DeviceRecord
}

test('files are uploaded, sent to a phone, renamed, deleted and put back', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  await page.goto(SPACE)
  await text(page, '云空间还是空的').waitFor(LONG_TIMEOUT)
  await uploadFiles(page, [
    { name: LONG_NAME, content: Buffer.from('云机') },
    { name: '截图.png', content: await picture(page) },
  ])
  await row(page, LONG_NAME).waitFor(LONG_TIMEOUT)
  await row(page, '截图.png').waitFor(LONG_TIMEOUT)
  await expect.poll(() => text(page, /^正在上传/).count(), LONG_TIMEOUT).toBe(0)
  await radio(page, '图片').click()
  await expect.poll(() => row(page, LONG_NAME).count(), LONG_TIMEOUT).toBe(0)
  await button(page, /^截图\.png/).click()
  await expect
    .poll(
      () =>
        sheet(page, '截图.png')
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      LONG_TIMEOUT,
    )
    .toBe(1600)
  await sheet(page, '截图.png').getByRole('button', { name: '关闭' }).click()
  await radio(page, '全部').click()
  await row(page, LONG_NAME).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])

  const { name: phoneName } = await runningDevice(person)
  await sendFileTo(page, LONG_NAME, phoneName)
  expect(await problemsOf(page)).toEqual([])
  const found: string[] = []
  for await (const file of glob(`phones/**/Download/${LONG_NAME}`, { cwd: system.dataDir() })) found.push(file)
  expect(found).toHaveLength(1)

  await page.goto(SPACE)
  await chooseForFile(page, LONG_NAME, '改名')
  const field = sheet(page, '改名').getByRole('textbox', { name: '文件名' })
  const save = sheet(page, '改名').getByRole('button', { name: '保存' })
  await field.fill('截图.PNG')
  await save.click()
  await sheet(page, '改名').getByText('文件已存在').waitFor(LONG_TIMEOUT)
  await field.fill('setup.exe')
  await save.click()
  await sheet(page, '改名').getByText('不支持电脑程序等文件类型').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await field.fill('攻略.txt')
  await save.click()
  await row(page, '攻略.txt').waitFor(LONG_TIMEOUT)

  await chooseForFile(page, '攻略.txt', '删除')
  await confirmDialog(page).getByRole('button', { name: '删除' }).click()
  await expect.poll(() => row(page, '攻略.txt').count(), LONG_TIMEOUT).toBe(0)
  await link(page, '查看').click()
  await checkbox(page, /^攻略\.txt/).click(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '放回').click()
  await text(page, '回收站是空的').waitFor(LONG_TIMEOUT)
  await button(page, '返回').click()
  await row(page, '攻略.txt').waitFor(LONG_TIMEOUT)
  expect((await contentOf(person, '攻略.txt')).toString()).toBe('云机')
  expect(takeErrors()).toEqual([])
})

test('several files are sent and deleted together, searched and sorted', async () => {
  const person = await people.signUp()
  const { page } = person
  await page.goto(SPACE)
  await uploadFiles(
    page,
    [1, 22, 333].map((size) => ({ name: `f${size}.bin`, content: Buffer.alloc(size, size) })),
  )
  for (const name of ['f1.bin', 'f22.bin', 'f333.bin']) await row(page, name).waitFor(LONG_TIMEOUT)
  await button(page, '排序与管理').click()
  expect(await problemsOf(page)).toEqual([])
  await sheet(page).getByRole('radio', { name: '最大在前' }).click()
  await expect
    .poll(
      () =>
        shownPage(page)
          .getByRole('button', { name: /^f\d+\.bin/ })
          .allInnerTexts(),
      LONG_TIMEOUT,
    )
    .toEqual([/^f333/, /^f22/, /^f1/].map((pattern) => expect.stringMatching(pattern)))
  await button(page, '搜索').click()
  await shownPage(page).getByRole('textbox', { name: '搜索文件名' }).fill('22')
  await expect.poll(() => row(page, 'f1.bin').count(), LONG_TIMEOUT).toBe(0)
  await button(page, '结束搜索').click()
  await row(page, 'f1.bin').waitFor(LONG_TIMEOUT)
  await button(page, '排序与管理').click()
  await sheet(page)
    .getByRole('button', { name: /^选择多个/ })
    .click()
  await checkbox(page, /^f1\.bin/).click()
  await checkbox(page, /^f333\.bin/).click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '删除').click()
  await confirmDialog(page).getByRole('button', { name: '删除' }).click()
  await expect.poll(async () => (await filesOf(person)).map(({ name }) => name), LONG_TIMEOUT).toEqual(['f22.bin'])
  await link(page, '查看').click(LONG_TIMEOUT)
  await checkbox(page, /^f1\.bin/).waitFor(LONG_TIMEOUT)
  await button(page, '清空').click()
  await confirmDialog(page).getByRole('button', { name: '彻底删除' }).click()
  await text(page, '回收站是空的').waitFor(LONG_TIMEOUT)
  await button(page, '返回').click()
  const downloading = page.waitForEvent('download')
  await chooseForFile(page, 'f22.bin', '下载')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('f22.bin')
  expect(await readFile(await download.path())).toEqual(Buffer.alloc(22, 22))
})

test('an upload goes on by itself after a break, and after a restart with the same file', async () => {
  const person = await people.signUp()
  const { page } = person
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251))
  await page.goto(SPACE)
  let broken = 0
  await page.route('**/files/*', (route) => {
    if (route.request().method() !== 'PATCH' || broken === 2) return route.fallback()
    broken += 1
    return route.abort('connectionreset')
  })
  await uploadFiles(page, [{ name: '中断.bin', content }])
  await text(page, '网络中断，恢复后会自动继续上传').waitFor(LONG_TIMEOUT)
  await row(page, '中断.bin').waitFor(LONG_TIMEOUT)
  expect(broken).toBe(2)
  expect(
    createHash('sha256')
      .update(await contentOf(person, '中断.bin'))
      .digest('hex'),
  ).toBe(createHash('sha256').update(content).digest('hex'))

  const { token } = person
  const tus = { token, 'tus-resumable': '1.0.0' }
  const name = Buffer.from('重启.bin').toString('base64')
  const begun = await fetch(`${system.url()}/files`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': `filename ${name}` },
  })
  const address = system.url() + begun.headers.get('location')
  await fetch(address, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: content.subarray(0, 120_000),
  })
  await link(page, '传输列表').click()
  const unfinished = row(page, '重启.bin')
  await unfinished.getByText('117.19 KB / 195.31 KB').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  const goOn = unfinished.getByRole('button', { name: '继续' })
  await uploadFiles(page, [{ name: '别的.bin', content }], goOn)
  await page.getByText(/^不是同一个文件/).waitFor(LONG_TIMEOUT)
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.headers()['upload-offset'])
  })
  await uploadFiles(page, [{ name: '重启.bin', content }], goOn)
  await row(page, '重启.bin')
    .getByText(/^已完成/)
    .waitFor(LONG_TIMEOUT)
  expect(sent).toEqual(['120000'])
  expect((await contentOf(person, '重启.bin')).equals(content)).toBe(true)
})

test('an upload whose login ends goes on when the same account logs in again', async () => {
  const person = await people.signUp()
  const { page, userId, mobilePhone, password } = person
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7907) % 251))
  await page.goto(SPACE)
  let isEnded = false
  await page.route('**/files/*', async (route) => {
    if (route.request().method() === 'PATCH' && !isEnded) {
      isEnded = true
      await withClient(system.databaseUrl(), (client) =>
        client.query('delete from sessions where user_id = $1', [userId]),
      )
    }
    return route.fallback()
  })
  await uploadFiles(page, [{ name: '登录.bin', content }])
  await page.waitForURL('**/pages/login/login?**')
  await logIn(page, { phone: mobilePhone, password })
  await page.waitForURL(`**${SPACE}**`)
  await row(page, '登录.bin').waitFor(LONG_TIMEOUT)
  const again = { ...person, token: await people.elsewhere(person) }
  expect((await contentOf(again, '登录.bin')).equals(content)).toBe(true)
})

test('52 files are taken and no more; uploads are paused, resumed and cancelled', async () => {
  const person = await people.signUp()
  const { page } = person
  await page.goto(SPACE)
  let isHeld = true
  await page.route('**/files?*', async (route) => {
    await expect.poll(() => isHeld, { timeout: 120_000 }).toBe(false)
    await route.fallback().catch(() => undefined)
  })
  const names = Array.from({ length: MAX_OPEN_UPLOADS + 1 }, (_, at) => `n${at + 1}.bin`)
  await uploadFiles(
    page,
    names.map((name) => ({ name, content: Buffer.from(name) })),
  )
  await page.getByText(`最多同时上传 ${MAX_OPEN_UPLOADS} 个文件，其余 1 个没有加入`).waitFor(LONG_TIMEOUT)
  await link(page, `传输列表 ${MAX_OPEN_UPLOADS}`).click(LONG_TIMEOUT)
  const first = row(page, 'n1.bin')
  await first.getByRole('button', { name: '暂停' }).click()
  await first.getByText(/^已暂停/).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '取消上传「n2.bin」').click()
  await confirmDialog(page).getByRole('button', { name: '取消上传' }).click()
  await expect.poll(() => row(page, 'n2.bin').count(), LONG_TIMEOUT).toBe(0)
  isHeld = false
  const arrived = async () => (await filesOf(person)).length
  await expect.poll(arrived, { timeout: 120_000 }).toBe(MAX_OPEN_UPLOADS - 2)
  await first.getByText(/^已暂停/).waitFor()
  await first.getByRole('button', { name: '继续' }).click()
  await expect.poll(arrived, LONG_TIMEOUT).toBe(MAX_OPEN_UPLOADS - 1)
  expect((await filesOf(person)).some(({ name }) => name === 'n2.bin')).toBe(false)
})

test('a full space offers more of it, which is bought', async () => {
  const person = await people.signUp()
  const { page, userId } = person
  await fillWallet(system.databaseUrl(), userId, 'beans', 1_000_000)
  await page.goto(SPACE)
  await uploadFiles(page, [{ name: '先.bin', content: Buffer.from('x') }])
  await row(page, '先.bin').waitFor(LONG_TIMEOUT)
  await withClient(system.databaseUrl(), (client) =>
    client.query('update space_usage set file_bytes = $1 where user_id = $2', [SPACE_FREE_BYTES, userId]),
  )
  await uploadFiles(page, [{ name: '满.bin', content: Buffer.from('y') }])
  await confirmDialog(page).getByText('云空间不足').waitFor(LONG_TIMEOUT)
  await confirmDialog(page).getByRole('button', { name: '扩容空间' }).click()
  await text(page, '购买后共').waitFor(LONG_TIMEOUT)
  await radio(page, /^50 GB/).click()
  await text(page, '购买后共 51.00 GB').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await expect.poll(() => button(page, '立即购买').isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, '立即购买').click()
  await payBy(page, 'beans')
  await link(page, '查看云空间').click(LONG_TIMEOUT)
  await text(page, '共 51.00 GB').waitFor(LONG_TIMEOUT)
  await link(page, /查看原因/).click()
  await row(page, '满.bin').getByRole('button', { name: '重试' }).click()
  await row(page, '满.bin')
    .getByText(/^已完成/)
    .waitFor(LONG_TIMEOUT)
})

test('a file of a phone is fetched into the space', async () => {
  const person = await people.logInAsDemo()
  const { page } = person
  const { name } = await runningDevice(person)
  await page.goto(SPACE)
  await uploadFiles(page, [{ name: '往返.txt', content: Buffer.from('去了又回') }])
  await row(page, '往返.txt').waitFor(LONG_TIMEOUT)
  await sendFileTo(page, '往返.txt', name)
  await page.goto(SPACE)
  await button(page, '排序与管理').click(LONG_TIMEOUT)
  await sheet(page).getByRole('button', { name: '从云手机取回文件' }).click()
  await link(page, new RegExp(`^${name}`)).click(LONG_TIMEOUT)
  await waitForPhone(page, button(page, /^Download/))
  await button(page, /^Download/).click()
  await waitForPhone(page, text(page, '往返.txt'))
  expect(await problemsOf(page)).toEqual([])
  await button(page, '取回').first().click()
  await expect
    .poll(async () => (await filesOf(person)).map((file) => file.name), MAKING)
    .toEqual(expect.arrayContaining(['往返.txt', '往返 (2).txt']))
})
