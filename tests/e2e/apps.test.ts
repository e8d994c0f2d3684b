import { glob } from 'node:fs/promises'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { withClient } from '@yunji/testkit/with-client'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, confirmDialog, link, problemsOf, sheet, tab, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const GAME = { packageName: 'com.example.game', label: '云端游戏' }

const devicesOf = async ({ token }: Person): Promise<DeviceRecord[]> =>
  ((await people.call(getDeviceList, { page: 1, rows: 10 }, token)).data as { records: DeviceRecord[] }).records

const whenAllRun = async (person: Person): Promise<void> => {
  const states = async () => (await devicesOf(person)).map(({ state }) => state)
  await expect.poll(states, MAKING).toEqual(['running', 'running', 'running'])
}
const chooseFile = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  const choosing = page.waitForEvent('filechooser')
  await button(page, /^选择文件/).click()
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}
/** The task that opens by itself, at its end. */
const endedTask = async (page: Page, title: string): Promise<void> => {
  await page.waitForURL('**/pages/Task/index?taskId=*')
  await sheet(page).getByText(title).waitFor(LONG_TIMEOUT)
  await sheet(page).getByText('已完成').first().waitFor(MAKING)
}
const openApps = async (page: Page, ids: readonly number[]): Promise<void> => {
  await page.goto(`/pages/Device/apps?deviceIds=${ids.join()}`)
  await tab(page, '已装应用').click(LONG_TIMEOUT)
}

test('an app is uploaded once, installed on three phones, opened, kept alive and removed', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  await whenAllRun(person)
  await page.goto('/pages/Device/apps')
  await link(page, '选择云手机').click(LONG_TIMEOUT)
  await shownPage(page).getByRole('checkbox', { name: '全选' }).click(LONG_TIMEOUT)
  await text(page, '已选 3 台').waitFor()
  await button(page, '确定').click()
  await text(page, '已选 3 台云手机').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await chooseFile(page, '云端游戏.apk', Buffer.from(makeApk({ ...GAME, activities: ['.Main'] })))
  await endedTask(page, '安装应用 · 云端游戏.apk')
  await sheet(page).getByText('成功 3 台').waitFor()
  expect(await problemsOf(page)).toEqual([])

  const ids = (await devicesOf(person)).map(({ deviceId }) => deviceId)
  await openApps(page, ids)
  await text(page, /3\/3 台/)
    .first()
    .waitFor(LONG_TIMEOUT)
  await button(page, /云端游戏/).click()
  const keepAlive = sheet(page, GAME.label).getByRole('switch', { name: '重启后自动打开' })
  await keepAlive.click()
  await expect.poll(() => keepAlive.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query('select device_id from kept_alive_apps where package_name = $1', [GAME.packageName]),
  )
  expect(rows).toHaveLength(3)
  await sheet(page).getByRole('button', { name: '在 3 台云手机上打开' }).click()
  await endedTask(page, '打开应用 · 云端游戏')

  await openApps(page, ids)
  await button(page, /云端游戏/).click(LONG_TIMEOUT)
  await sheet(page).getByRole('button', { name: '从 3 台云手机卸载' }).click()
  await confirmDialog(page).getByRole('button', { name: '卸载' }).click()
  await endedTask(page, '卸载应用 · 云端游戏')
  await openApps(page, ids)
  await text(page, '设置').first().waitFor(LONG_TIMEOUT)
  await expect.poll(() => text(page, GAME.label).count()).toBe(0)
  expect(takeErrors()).toEqual([])
})

test('a file reaches the phones that run; the others are named, and it can be sent again', async () => {
  const person = await people.logInAsDemo()
  const { page } = person
  await whenAllRun(person)
  const [stopped, ...running] = (await devicesOf(person)).map(({ deviceId }) => deviceId)
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update devices set state = 'stopped' where id = $1`, [stopped]),
  )
  await page.goto(`/pages/Device/apps?deviceIds=${[stopped, ...running].join()}`)
  await chooseFile(page, '说明.txt', Buffer.from('云机'))
  await page.getByText(/1 台没有执行/).waitFor(LONG_TIMEOUT)
  await endedTask(page, '上传文件 · 说明.txt')
  const found: string[] = []
  for await (const file of glob('phones/**/Download/说明.txt', { cwd: system.dataDir() })) found.push(file)
  expect(found).toHaveLength(2)

  await page.goto(`/pages/Device/apps?deviceId=${running[0]}`)
  await text(page, '最近上传').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '发送').click()
  await endedTask(page, '上传文件 · 说明.txt')
  await page.goto(`/pages/Device/apps?deviceId=${running[0]}`)
  await button(page, '删除「说明.txt」').click(LONG_TIMEOUT)
  await confirmDialog(page).getByRole('button', { name: '删除' }).click()
  await expect.poll(() => text(page, '说明.txt').count(), LONG_TIMEOUT).toBe(0)
})
