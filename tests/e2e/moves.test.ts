import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Address, type Client, hosts } from '../stories/client.ts'
import { type Person, useClients } from '../stories/clients.ts'
import { button, confirmDialog, problemsOf, radio, text } from './page-elements.ts'
import { LONG_TIMEOUT } from './visit.ts'

const clients = useClients({ env: { YUNJI_PHONES: 'virtual' } })

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
/** Phones of the demo account: each may be replaced once a day. */
const NAME = '星海远征 06'
const phones = { H5: NAME, 'mini-program': '日常主号' } as const

const devicesOf = async ({ token }: Person): Promise<DeviceRecord[]> =>
  ((await clients.call(getDeviceList, { page: 1, rows: 10 }, token)).data as { records: DeviceRecord[] }).records

const deviceOf = async (person: Person, wanted: string): Promise<DeviceRecord> => {
  const device = (await devicesOf(person)).find(({ name }) => name === wanted)
  if (!device) throw new Error(`no ${wanted}`)
  return device
}
const whenRunning = async (person: Person, name: string = NAME): Promise<DeviceRecord> => {
  await expect.poll(async () => (await deviceOf(person, name)).state, MAKING).toBe('running')
  return deviceOf(person, name)
}
const phoneIdOf = async (deviceId: number): Promise<string> => {
  const [row] = await clients.database<{ phone_id: string }>('select phone_id from devices where id = $1', [deviceId])
  return row?.phone_id ?? ''
}
/** A file on the phone's shared storage, as its host keeps it. */
const fileOn = (phoneId: string): string =>
  path.join(clients.dataDir(), 'phones', 'phones', phoneId, 'files', 'data', 'media', '0', 'Documents', 'note.txt')
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

const termsSay = async (client: Client, address: Address, words: string | RegExp): Promise<void> => {
  await client.open(address)
  await client.see(words)
}

test.for(hosts)(
  'a phone is replaced with its data: the name, the group and a file are still there: %s',
  async (host) => {
    const person = await clients.demoUser()
    const name = phones[host]
    const before = await whenRunning(person, name)
    const { deviceId } = before
    const phoneId = await phoneIdOf(deviceId)
    await writeNote(phoneId, 'from the first phone')
    await clients.database(`update devices set note = '主号，勿动' where id = $1`, [deviceId])
    const client = await clients.open(host, person)
    await client.open(`Device/replace?deviceId=${deviceId}`)
    await client.see(name, '免费，每台设备每天一次')
    await client.cannotTap('请选择更换原因')
    await client.choose('运行卡顿')
    await client.inspect()
    await client.tap('开始更换')
    await client.confirm('确认更换')
    await client.at('Task/index')
    await expect.poll(() => phoneIdOf(deviceId), MAKING).not.toBe(phoneId)
    const after = await whenRunning(person, name)
    expect(after).toMatchObject({
      deviceId,
      name,
      note: '主号，勿动',
      groupId: before.groupId,
      expiresAt: before.expiresAt,
    })
    await client.see('已完成')
    expect(await readFile(fileOn(await phoneIdOf(deviceId)), 'utf8')).toBe('from the first phone')
    // The next one of the day is refused in words before it is tried.
    await termsSay(client, `Device/replace?deviceId=${deviceId}`, /每台设备每天可更换一次/)
    expect(client.takeErrors()).toEqual([])
  },
)

test('where no phone is left to replace one, its owner can be told when there is', async () => {
  const person = await clients.demoUser()
  const { page, takeErrors } = await clients.open('H5', person)
  const { deviceId, zoneName } = await whenRunning(person)
  const setCapacity = (more: number) => clients.database(`update zone_stock set capacity = reserved + rented + ${more}`)
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

const ownZoneIsNotOffered = async (page: Page): Promise<void> => {
  await radio(page, /北京/).waitFor(LONG_TIMEOUT)
  expect(await radio(page, /上海/).count()).toBe(0)
}

test.for(hosts)(
  'a phone moves to another zone by latency and stock, and keeps its name and files: %s',
  async (host) => {
    const person = await clients.demoUser()
    const name = phones[host]
    const { deviceId, groupId, note } = await whenRunning(person, name)
    await writeNote(await phoneIdOf(deviceId), 'from the other zone')
    const client = await clients.open(host, person)
    await client.open(`Device/changeZone?deviceId=${deviceId}`)
    await client.see('30 天内还可免费更换 1 次', '推荐', /^\d+ ms$/)
    if (host === 'H5') await ownZoneIsNotOffered(client.page)
    await client.tap('重新测速')
    await client.inspect()
    // All zones can be chosen on a page of their own.
    await client.open(`Device/selectChangeZone?deviceId=${deviceId}`)
    await client.tap('华北 · 北京')
    await client.at('Device/changeZone')
    await client.tap('更换到 华北 · 北京')
    await client.see(/费用：免费/)
    await client.confirm('确认更换')
    await client.at('Task/index')
    await expect.poll(async () => (await deviceOf(person, name)).zoneName, MAKING).toBe('华北 · 北京')
    const after = await whenRunning(person, name)
    expect(after).toMatchObject({ name, note, groupId, zoneName: '华北 · 北京' })
    await client.see('已完成')
    expect(await readFile(fileOn(await phoneIdOf(deviceId)), 'utf8')).toBe('from the other zone')
    // The next one within 30 days costs beans.
    await termsSay(client, `Device/changeZone?deviceId=${deviceId}`, '本次需 100 云豆')
    expect(client.takeErrors()).toEqual([])
  },
)

test('the mini-program names the version of now and the next one', async () => {
  const person = await clients.demoUser()
  const { deviceId } = await whenRunning(person, '消消乐园 01')
  const client = await clients.open('mini-program', person)
  await client.open(`Device/upgradeDevice?deviceId=${deviceId}`)
  await client.see('B-1.0', '更新到 B-1.1', '更新系统安全补丁')
  expect(client.takeErrors()).toEqual([])
})

test('the system is updated, and the next look says that it is the newest', async () => {
  const person = await clients.demoUser()
  const { page, takeErrors } = await clients.open('H5', person)
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
  const { deviceId } = await whenRunning(await clients.demoUser())
  const { page } = await clients.open('H5', await clients.signUp())
  for (const route of ['replace', 'changeZone', 'selectChangeZone', 'upgradeDevice']) {
    await page.goto(`/pages/Device/${route}?deviceId=${deviceId}`)
    await text(page, '没有找到这台设备').waitFor(LONG_TIMEOUT)
    expect(await text(page, NAME).count()).toBe(0)
  }
})

test('a page measures and opens gateways on other hosts that zones name, and no other host', async () => {
  const person = await clients.demoUser()
  const { deviceId } = await whenRunning(person)
  const { page } = await clients.open('H5', person)
  await clients.database(`update zones set gateway_url = $1 where name like '%成都%'`, [`ws://${gatewayHost}/stream`])
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
