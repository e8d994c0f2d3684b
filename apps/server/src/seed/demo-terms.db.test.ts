import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import type { ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import type { BigUserList } from '@yunji/contract/commerce/order/schema'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { zoneStock } from '../tables/catalogue.ts'
import { devices } from '../tables/devices.ts'
import { useServer } from '../testing/use-server.ts'
import { seedCatalogue } from './catalogue.ts'
import { demoAccount, seedDemo } from './demo.ts'
import { DEMO_ZONES, seedDemoPhones } from './demo-phones.ts'
import { seedDemoTerms } from './demo-terms.ts'

const server = await useServer()
const { database, clock, tasks } = server
await seedDemo(database.db, clock)
await seedDemoPhones(database.db, clock, tasks, DEMO_ZONES)
await seedCatalogue(database.db, clock)
await seedDemoTerms(database.db, clock)

const phones = () => server.database.db.select().from(devices).orderBy(asc(devices.id))
const rented = (configId: number) => server.database.db.select().from(zoneStock).where(eq(zoneStock.configId, configId))

it('names the configuration of phones that were given, and counts each once', async () => {
  const given = await phones()
  expect(given.every(({ configId, productId }) => configId !== null && productId !== null)).toBe(true)
  const before = await rented(given[0]?.configId ?? 0)
  await seedDemoTerms(server.database.db, server.clock)
  expect(await rented(given[0]?.configId ?? 0)).toEqual(before)
})

it('has stock of every kind, in six zones', async () => {
  const [first] = await phones()
  const { data } = await server.get(`/vmcloud/api/CommodityGroup/getZoneStock?configId=${first?.configId}`)
  expect((data as { zones: ZoneStock[] }).zones.map(({ name }) => name)).toEqual(DEMO_ZONES.map(({ name }) => name))
  const statuses = new Set<number>()
  for (let configId = 1; configId <= 6; configId += 1) {
    const answer = await server.get(`/vmcloud/api/CommodityGroup/getZoneStock?configId=${configId}`)
    for (const zone of (answer.data as { zones: ZoneStock[] }).zones) statuses.add(zone.inventoryStatus)
  }
  expect(statuses).toEqual(new Set([1, 2, 3, 4]))
})

it('has a list for the demo account', async () => {
  const { mobilePhone, password } = demoAccount
  const { data } = await server.post('/vmcloud/api/user/login', { mobilePhone, password })
  const { token } = data as LoginResult
  const list = await server.get('/vmcloud/api/order/getBigUserList?linkCode=yunji-demo-big-user', { token })
  expect((list.data as BigUserList).items).toHaveLength(6)
})
