import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  button,
  checkbox,
  chooseForDevice,
  confirmDialog,
  link,
  problemsOf,
  radio,
  sendFileTo,
  sheet,
  tab,
  tapWhenReady,
  text,
  uploadFiles,
  waitForPhone,
} from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { launcherPositions, phoneCanvas } from './phone-canvas.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const FIRST = '星海远征 06'
const CENTRE = '/pages/Space/DataCenter'
const CONTRACT = '合同.txt'
const NOTE = '主号密码在旧手机里，勿删'

const query = (statement: string, values: unknown[] = []) =>
  withClient(system.databaseUrl(), (client) => client.query(statement, values))

const devicesOf = async ({ token }: Person): Promise<DeviceRecord[]> =>
  ((await people.call(getDeviceList, { page: 1, rows: 10 }, token)).data as { records: DeviceRecord[] }).records
const deviceOf = async (person: Person, name = FIRST): Promise<DeviceRecord> => {
  const device = (await devicesOf(person)).find((each) => each.name === name)
  if (!device) throw new Error(`no ${name}`)
  return device
}
const whenRunning = async (person: Person, name = FIRST): Promise<DeviceRecord> => {
  await expect.poll(async () => (await deviceOf(person, name)).state, MAKING).toBe('running')
  return deviceOf(person, name)
}
/** A file of the phone, as its host keeps it. */
const pathOn = async (deviceId: number, ...names: string[]): Promise<string> => {
  const { rows } = await query('select phone_id from devices where id = $1', [deviceId])
  return path.join(system.dataDir(), 'phones', 'phones', String(rows[0]?.phone_id), 'files', 'data', ...names)
}
const documentOf = (deviceId: number) => pathOn(deviceId, 'media', '0', 'Download', CONTRACT)
const readOr = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
const readNotes = async (deviceId: number): Promise<string> =>
  readOr(await pathOn(deviceId, 'data', 'com.yunji.notes', 'files', 'notes.json'))

/** Writes a note on the phone's screen. */
const writeNote = async (page: Page, words: string): Promise<void> => {
  await page.goto('/pages/Home/index')
  await text(page, '运行中').first().waitFor(LONG_TIMEOUT)
  await text(page, '进入云手机').first().click()
  await page.waitForURL('**/pages/webView/web_instance?**')
  const phone = phoneCanvas(page)
  await phone.waitForPicture()
  await phone.afterwards(() => phone.tap(launcherPositions.notes))
  const handle = button(page, '展开工具栏')
  if (await handle.isVisible()) await handle.click()
  await button(page, '键盘').click()
  await page.getByRole('textbox', { name: '输入到云手机' }).fill(words)
  await phone.afterwards(() => button(page, '发送').click())
}

const restoreFirst = (page: Page) => link(page, '恢复').first()

test('notes and a file from cloud space are backed up, wiped with the phone, restored, and are as before', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  const { deviceId } = await whenRunning(person)
  await writeNote(page, NOTE)
  await expect.poll(() => readNotes(deviceId), LONG_TIMEOUT).toContain(NOTE)
  await page.goto('/pages/Space/index')
  await uploadFiles(page, [{ name: CONTRACT, content: Buffer.from('甲方乙方') }])
  await sendFileTo(page, CONTRACT, FIRST)
  const document = await documentOf(deviceId)
  expect(await readOr(document)).toBe('甲方乙方')
  const before = await readNotes(deviceId)

  await chooseForDevice(page, '备份')
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(CENTRE)
  await text(page, '这台设备还没有备份').waitFor(LONG_TIMEOUT)
  await text(page, /还没有备份$/)
    .first()
    .waitFor()
  await text(page, '未设置').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await link(page, '新建备份').click()
  await text(page, FIRST).waitFor(LONG_TIMEOUT)
  await page.getByRole('textbox', { name: '备注' }).fill('双十一开播前')
  expect(await problemsOf(page)).toEqual([])
  await tapWhenReady(page, '开始备份')
  await text(page, '双十一开播前').waitFor(MAKING)
  await restoreFirst(page).waitFor(MAKING)

  await text(page, '双十一开播前').click()
  const details = sheet(page, '双十一开播前')
  await details.getByText('应用数据（登录状态、聊天记录、设置等）').waitFor(LONG_TIMEOUT)
  await details.getByText('锁屏密码、系统账号和系统设置').waitFor()
  await details.getByText('未演练').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await details.getByRole('button', { name: '关闭' }).click()

  await chooseForDevice(page, '深度清理')
  await confirmDialog(page).getByRole('button', { name: '确认清理' }).click()
  await confirmDialog(page).getByRole('button', { name: '全部清除' }).click()
  await expect.poll(() => readNotes(deviceId), MAKING).toBe('')
  await whenRunning(person)
  expect(await readOr(document)).toBe('')

  await chooseForDevice(page, '恢复')
  await restoreFirst(page).click(LONG_TIMEOUT)
  await text(page, '可以恢复').waitFor(LONG_TIMEOUT)
  await text(page, /备份之后新增的会被替换/).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await tapWhenReady(page, '恢复到这台设备')
  await confirmDialog(page).getByText('会被覆盖').waitFor()
  await confirmDialog(page).getByRole('button', { name: '先去备份' }).waitFor()
  await confirmDialog(page).getByRole('button', { name: '覆盖并恢复' }).click()
  await page.waitForURL('**/pages/Space/HistoryData?taskId=*')
  await sheet(page, '任务详情').getByText('已完成').waitFor(MAKING)
  await whenRunning(person)
  expect(await readNotes(deviceId)).toBe(before)
  expect(await readOr(document)).toBe('甲方乙方')

  await sheet(page, '任务详情').getByRole('button', { name: '关闭' }).click()
  await text(page, /^恢复数据/)
    .first()
    .waitFor(LONG_TIMEOUT)
  await text(page, '备份数据').first().waitFor()
  // Other tasks have a page of their own.
  expect(await text(page, '深度清理').count()).toBe(0)
  expect(takeErrors()).toEqual([])
})

describe('backups of a device', () => {
  let person: Person
  let deviceId: number

  beforeAll(async () => {
    person = await people.logInAsDemo()
  })
  afterAll(() => person.context.close())
  beforeEach(async () => {
    person.takeErrors()
    deviceId = (await whenRunning(person)).deviceId
  })

  const open = async (params = `?deviceId=${deviceId}`) => {
    await person.page.goto(`${CENTRE}${params}`)
    return person
  }
  const addFailed = async () => {
    await query(
      `insert into backups (user_id, device_id, device_name, part_id, attempt, state, origin, reason, created_at, ended_at)
       select owner_id, id, name, -1 - (random() * 1000000)::int, 1, 'failed', 'manual', '设备连接中断，原有备份不受影响', now(), now()
       from devices where id = $1`,
      [deviceId],
    )
  }

  test('one is made of chosen apps, and its restore says that all files are replaced', async () => {
    const { page, takeErrors } = await open()
    await link(page, '新建备份').click(LONG_TIMEOUT)
    await radio(page, '只备份所选应用').click()
    await expect.poll(() => button(page, '请选择应用').isEnabled(), LONG_TIMEOUT).toBe(false)
    await waitForPhone(page, checkbox(page, /便签|笔记|备忘/))
    await checkbox(page, /便签|笔记|备忘/).click()
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('textbox', { name: '备注' }).fill('只要便签')
    await tapWhenReady(page, '开始备份')
    await text(page, '只要便签').waitFor(MAKING)
    const made = shownPage(page).getByRole('listitem').filter({ hasText: '只要便签' })
    await made.getByRole('link', { name: '恢复' }).click(MAKING)
    await text(page, /备份只含选择的 1 个应用，但照片、下载等文件仍会全部替换/).waitFor(LONG_TIMEOUT)
    expect(takeErrors()).toEqual([])
  })

  test('a failed one says why, stands in the way once (1032), and is replaced', async () => {
    await addFailed()
    const { page } = await open()
    await text(page, '设备连接中断，原有备份不受影响').waitFor(LONG_TIMEOUT)
    await button(page, '重新备份').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await link(page, '新建备份').click()
    await tapWhenReady(page, '开始备份')
    await confirmDialog(page).getByText('上次备份失败').waitFor(LONG_TIMEOUT)
    await confirmDialog(page).getByRole('button', { name: '重新备份' }).click()
    await expect
      .poll(() => pathOfPage(page) + new URL(page.url()).search, MAKING)
      .toBe(`${CENTRE}?deviceId=${deviceId}`)
    await expect.poll(() => text(page, '备份失败').count(), MAKING).toBe(0)
    await text(page, /^手动备份/)
      .first()
      .waitFor(MAKING)
  })

  test('one goes to the trash, comes back, and is deleted for good', async () => {
    const { page } = await open()
    await text(page, '只要便签').click(LONG_TIMEOUT)
    await sheet(page, '只要便签').getByRole('button', { name: '删除' }).click()
    await confirmDialog(page).getByText('会在回收站保留 7 天').waitFor()
    await confirmDialog(page).getByRole('button', { name: '删除' }).click()
    await expect.poll(() => text(page, '只要便签').count(), LONG_TIMEOUT).toBe(0)
    await link(page, '备份回收站').click()
    await text(page, '只要便签').waitFor(LONG_TIMEOUT)
    await text(page, /^剩 [67] 天$/).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await button(page, '取回').click()
    await text(page, '回收站是空的').waitFor(LONG_TIMEOUT)
    await button(page, '返回').click()
    await text(page, '只要便签').click(LONG_TIMEOUT)
    await sheet(page, '只要便签').getByRole('button', { name: '删除' }).click()
    await confirmDialog(page).getByRole('button', { name: '删除' }).click()
    await link(page, '备份回收站').click(LONG_TIMEOUT)
    await button(page, '彻底删除').click(LONG_TIMEOUT)
    await confirmDialog(page).getByRole('button', { name: '彻底删除' }).click()
    await text(page, '回收站是空的').waitFor(LONG_TIMEOUT)
  })

  test('how many are kept and when the next is made are set there', async () => {
    const { page } = await open()
    await button(page, /^保留份数/).click(LONG_TIMEOUT)
    await sheet(page, '保留份数').getByRole('radio', { name: '最近 3 份' }).click()
    await text(page, '最近 3 份').waitFor(LONG_TIMEOUT)
    await link(page, /^自动备份/).click()
    await expect.poll(() => radio(page, '备份数据').getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
    await tapWhenReady(page, '创建')
    await text(page, /^下次 (今天|明天) 03:00$/).waitFor(LONG_TIMEOUT)
    await button(page, '返回').click()
    await text(page, /^下次 (今天|明天) 03:00$/).waitFor(LONG_TIMEOUT)
    await expect.poll(() => pathOfPage(page)).toBe(CENTRE)
  })

  test('a last-chance one says its end and is taken into the space; a passed drill earns its badge', async () => {
    await query(
      `update backups set origin = 'lastChance', delete_at = now() + interval '6 days 1 hour', drill_at = now(),
         drill_result = 'recoverable' where id = (select max(id) from backups where device_id = $1 and state = 'complete')`,
      [deviceId],
    )
    const { page } = await open()
    await text(page, '到期备份 · 剩 6 天').click(LONG_TIMEOUT)
    await text(page, /^可恢复 · \d\d-\d\d$/).waitFor()
    const details = sheet(page)
    await details.getByText(/恢复到备用手机，逐个文件核对一致$/).waitFor()
    await details.getByRole('button', { name: '存入空间' }).click()
    await expect.poll(() => text(page, '到期备份 · 剩 6 天').count(), LONG_TIMEOUT).toBe(0)
    expect(await problemsOf(page)).toEqual([])
  })

  test('one is restored to another phone', async () => {
    const { page } = await open()
    const other = (await devicesOf(person)).find(({ name, state }) => name !== FIRST && state === 'running')
    if (!other) throw new Error('no second phone')
    const document = await documentOf(other.deviceId)
    await rm(document, { force: true })
    await restoreFirst(page).click(LONG_TIMEOUT)
    await button(page, '更改或选择多台').click(LONG_TIMEOUT)
    await checkbox(page, new RegExp(other.name)).click(LONG_TIMEOUT)
    await tapWhenReady(page, '下一步')
    await expect.poll(() => text(page, '可以恢复').count(), LONG_TIMEOUT).toBe(2)
    expect(await problemsOf(page)).toEqual([])
    await button(page, '恢复到 2 台设备').waitFor()
    await button(page, '更改或选择多台').click()
    await checkbox(page, new RegExp(FIRST)).click(LONG_TIMEOUT)
    await tapWhenReady(page, '下一步')
    await tapWhenReady(page, '恢复到这台设备')
    await confirmDialog(page).getByText(`恢复到「${other.name}」？`).waitFor()
    await confirmDialog(page).getByRole('button', { name: '覆盖并恢复' }).click()
    await page.waitForURL('**/pages/Space/HistoryData?taskId=*')
    await sheet(page, '任务详情').getByText('已完成').waitFor(MAKING)
    expect(await readOr(document)).toBe('甲方乙方')
  })

  test('one that a phone cannot take says why, and is not offered', async () => {
    const raise = (sdk: number) =>
      query(
        `update backups set contents = jsonb_set(contents, '{backup,sdk}', $2) where device_id = $1 and contents is not null`,
        [deviceId, String(sdk)],
      )
    await raise(99)
    const { page } = await open()
    await restoreFirst(page).click(LONG_TIMEOUT)
    await text(page, /^不能恢复$/).waitFor(LONG_TIMEOUT)
    await text(page, /高于该设备的 Android/).waitFor()
    await expect.poll(() => button(page, '没有可以恢复的设备').isEnabled(), LONG_TIMEOUT).toBe(false)
    expect(await problemsOf(page)).toEqual([])
    await raise(29)
  })

  test('another device is chosen, and all backups are shown together', async () => {
    const { page } = await open('')
    const [, second] = await devicesOf(person)
    if (!second) throw new Error('no second device')
    await link(page, /切换$/).click(LONG_TIMEOUT)
    await checkbox(page, new RegExp(second.name)).click(LONG_TIMEOUT)
    await text(page, '已选 1 台').waitFor()
    await tapWhenReady(page, '确定')
    await text(page, second.name).first().waitFor(LONG_TIMEOUT)
    await tab(page, '全部备份').click()
    await text(page, FIRST).first().waitFor(LONG_TIMEOUT)
    expect(await problemsOf(page)).toEqual([])
  })
})

test('somebody without devices is shown the way, and foreign backups are not there', async () => {
  const { page } = await people.signUp()
  await page.goto(CENTRE)
  await text(page, '没有可以备份的云手机').waitFor(LONG_TIMEOUT)
  await text(page, '还没有备份').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.goto(`${CENTRE}?deviceId=200001`)
  await text(page, '这台云手机已不在，下面是它留下的备份').waitFor(LONG_TIMEOUT)
  await text(page, '这台设备还没有备份').waitFor(LONG_TIMEOUT)
  const { rows } = await query('select max(id) as id from backups')
  await page.goto(`${CENTRE}?view=restore&backupId=${rows[0]?.id}`)
  await button(page, '重试').waitFor(LONG_TIMEOUT)
  await page.goto('/pages/Space/HistoryData')
  await text(page, '还没有备份和恢复').waitFor(LONG_TIMEOUT)
})
