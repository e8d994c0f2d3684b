import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { withClient } from '@yunji/testkit/with-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, confirmDialog, problemsOf, radio, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const NAME = '星海远征 06'

const devicesOf = async ({ token }: Person): Promise<DeviceRecord[]> =>
  ((await people.call(getDeviceList, { page: 1, rows: 10 }, token)).data as { records: DeviceRecord[] }).records

const deviceOf = async (person: Person): Promise<DeviceRecord> => {
  const device = (await devicesOf(person)).find(({ name }) => name === NAME)
  if (!device) throw new Error(`no ${NAME}`)
  return device
}
const whenRunning = async (person: Person): Promise<DeviceRecord> => {
  await expect.poll(async () => (await deviceOf(person)).state, MAKING).toBe('running')
  return deviceOf(person)
}
const phoneIdOf = async (deviceId: number): Promise<string> => {
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query<{ phone_id: string }>('select phone_id from devices where id = $1', [deviceId]),
  )
  return rows[0]?.phone_id ?? ''
}
/** A file on the phone's shared storage, as its host keeps it. */
const fileOn = (phoneId: string): string =>
  path.join(system.dataDir(), 'phones', 'phones', phoneId, 'files', 'data', 'media', '0', 'Documents', 'note.txt')
const writeNote = async (phoneId: string, note: string): Promise<void> => {
  await mkdir(path.dirname(fileOn(phoneId)), { recursive: true })
  await writeFile(fileOn(phoneId), note)
}

/** Stands for a gateway on another host: the page is on `localhost`. */
const gateway = createServer((request, response) => {
  visits.push(request.url ?? '')
  response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}')
}).on('upgrade', (request, socket) => {
  visits.push(`upgrade ${request.url}`)
  socket.destroy()
})
const visits: string[] = []
let gatewayHost = ''

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  gatewayHost = `127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => void gateway.close())

test('a phone is replaced with its data: the name, the group and a file are still there', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  const before = await whenRunning(person)
  const phoneId = await phoneIdOf(before.deviceId)
  await writeNote(phoneId, 'from the first phone')
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update devices set note = '主号，勿动' where id = $1`, [before.deviceId]),
  )
  await page.goto(`/pages/Device/replace?deviceId=${before.deviceId}`)
  await text(page, NAME).waitFor(LONG_TIMEOUT)
  await text(page, '免费，每台设备每天一次').waitFor()
  expect(await button(page, '请选择更换原因').isEnabled()).toBe(false)
  await radio(page, '运行卡顿').click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '开始更换').click()
  await confirmDialog(page).getByRole('button', { name: '确认更换' }).click()
  await page.waitForURL('**/pages/Task/index?taskId=*')
  await text(page, '已完成').first().waitFor(MAKING)
  const after = await whenRunning(person)
  expect(after).toMatchObject({
    deviceId: before.deviceId,
    name: NAME,
    note: '主号，勿动',
    groupId: before.groupId,
    expiresAt: before.expiresAt,
  })
  const newPhoneId = await phoneIdOf(before.deviceId)
  expect(newPhoneId).not.toBe(phoneId)
  expect(await readFile(fileOn(newPhoneId), 'utf8')).toBe('from the first phone')
  // The next one of the day is refused in words before it is tried.
  await page.goto(`/pages/Device/replace?deviceId=${before.deviceId}`)
  await text(page, /每台设备每天可更换一次/).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('where no phone is left to replace one, its owner can be told when there is', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  const { deviceId, zoneName } = await whenRunning(person)
  const setCapacity = (more: number) =>
    withClient(system.databaseUrl(), (client) =>
      client.query(`update zone_stock set capacity = reserved + rented + ${more}`),
    )
  await setCapacity(0)
  await page.goto(`/pages/Device/replace?deviceId=${deviceId}`)
  await text(page, zoneName).first().waitFor(LONG_TIMEOUT)
  await button(page, '到货提醒').click()
  await button(page, '取消提醒').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '取消提醒').click()
  await button(page, '到货提醒').waitFor(LONG_TIMEOUT)
  await setCapacity(20)
  expect(takeErrors()).toEqual([])
})

test('a phone moves to another zone by latency and stock, and keeps its name and files', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  const before = await whenRunning(person)
  await writeNote(await phoneIdOf(before.deviceId), 'from Shanghai')
  await page.goto(`/pages/Device/changeZone?deviceId=${before.deviceId}`)
  await text(page, '30 天内还可免费更换 1 次').waitFor(LONG_TIMEOUT)
  await text(page, '推荐').waitFor(LONG_TIMEOUT)
  await text(page, /^\d+ ms$/)
    .first()
    .waitFor()
  expect(await radio(page, /上海/).count()).toBe(0)
  await button(page, '重新测速').click()
  await radio(page, /北京/).click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '更换到 华北 · 北京').click()
  await confirmDialog(page).getByText('费用：免费').waitFor()
  await confirmDialog(page).getByRole('button', { name: '确认更换' }).click()
  await page.waitForURL('**/pages/Task/index?taskId=*')
  await text(page, '已完成').first().waitFor(MAKING)
  const after = await whenRunning(person)
  expect(after).toMatchObject({ name: NAME, note: '主号，勿动', zoneName: '华北 · 北京', groupId: before.groupId })
  expect(await readFile(fileOn(await phoneIdOf(before.deviceId)), 'utf8')).toBe('from Shanghai')
  // The next one within 30 days costs beans, and all zones can be chosen on a page of their own.
  await page.goto(`/pages/Device/changeZone?deviceId=${before.deviceId}`)
  await text(page, '本次需 100 云豆').waitFor(LONG_TIMEOUT)
  await page.goto(`/pages/Device/selectChangeZone?deviceId=${before.deviceId}`)
  await radio(page, /广州/).click(LONG_TIMEOUT)
  await page.waitForURL('**/pages/Device/changeZone?deviceId=*&zoneId=*')
  expect(takeErrors()).toEqual([])
})

test('the system is updated, and the next look says that it is the newest', async () => {
  const person = await people.logInAsDemo()
  const { page, takeErrors } = person
  const before = await whenRunning(person)
  await page.goto(`/pages/Device/upgradeDevice?deviceId=${before.deviceId}`)
  await text(page, 'B-1.0').waitFor(LONG_TIMEOUT)
  await text(page, '更新系统安全补丁').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '更新到 B-1.1').click()
  await confirmDialog(page).getByRole('button', { name: '开始更新' }).click()
  await page.waitForURL('**/pages/Task/index?taskId=*')
  await text(page, '已完成').first().waitFor(MAKING)
  await whenRunning(person)
  await page.goto(`/pages/Device/upgradeDevice?deviceId=${before.deviceId}`)
  await button(page, '已是最新版本').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('a device of somebody else is not there', async () => {
  const owner = await people.logInAsDemo()
  const { deviceId } = await whenRunning(owner)
  const { page } = await people.signUp()
  for (const route of ['replace', 'changeZone', 'selectChangeZone', 'upgradeDevice']) {
    await page.goto(`/pages/Device/${route}?deviceId=${deviceId}`)
    await text(page, '没有找到这台设备').waitFor(LONG_TIMEOUT)
    expect(await text(page, NAME).count()).toBe(0)
  }
})

test('a page measures and opens gateways on other hosts that zones name, and no other host', async () => {
  const person = await people.logInAsDemo()
  const { deviceId } = await whenRunning(person)
  const { page } = person
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update zones set gateway_url = $1 where name like '%成都%'`, [`ws://${gatewayHost}/stream`]),
  )
  // The policy is read again from time to time.
  await expect
    .poll(async () => (await page.goto('/'))?.headers()['content-security-policy'], { timeout: 60_000, interval: 1000 })
    .toContain(` http://${gatewayHost} ws://${gatewayHost}`)
  await page.goto(`/pages/Device/changeZone?deviceId=${deviceId}`)
  await radio(page, /成都/)
    .getByText(/^\d+ ms$/)
    .waitFor(LONG_TIMEOUT)
  expect(visits).toContain('/healthz')
  const connect = (host: string) =>
    page.evaluate(
      (address) =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', () => resolve('refused'), { once: true })
          new WebSocket(`ws://${address}/stream`).addEventListener('error', () => resolve('tried'))
        }),
      host,
    )
  expect(await connect(gatewayHost)).toBe('tried')
  expect(visits).toContain('upgrade /stream')
  expect(await connect('127.0.0.2:9')).toBe('refused')
})
