import { eventually } from '@yunji/testkit/eventually'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY_MS } from '../platform/clock.ts'
import { devices } from '../tables/devices.ts'
import { useServer } from '../testing/use-server.ts'
import { seedDemo } from './demo.ts'
import { DEMO_ZONES, seedDemoPhones } from './demo-phones.ts'

const server = await useServer()
await seedDemo(server.database.db, server.clock)

const seed = (zones = DEMO_ZONES) => seedDemoPhones(server.database.db, server.clock, server.tasks, zones)
const all = () => server.database.db.select().from(devices).orderBy(asc(devices.id))

it('gives nothing where there are no phones', async () => {
  await seed([])
  expect(await all()).toEqual([])
})

it('gives three phones of different kinds, one of them about to expire, and provides them', async () => {
  await Promise.all([seed(), seed()])
  const given = await all()
  expect(given.map(({ version }) => version)).toEqual(['10/B', '10/H', '10/B'])
  expect(new Set(given.map(({ zoneId }) => zoneId)).size).toBe(3)
  const left = given.map(({ expiresAt }) => expiresAt.getTime() - server.clock.now().getTime())
  expect(left.filter((ms) => ms < DAY_MS)).toHaveLength(1)
  await eventually(async () =>
    expect((await all()).map(({ state }) => state)).toEqual(['running', 'running', 'running']),
  )
  expect(server.supplier.provided.toSorted()).toEqual(given.map(({ phoneId }) => phoneId).toSorted())
})

it('changes nothing at the next start, and gives anew what went back', async () => {
  const before = await all()
  await seed()
  expect(await all()).toEqual(before)
  await server.database.db
    .update(devices)
    .set({ state: 'released' })
    .where(eq(devices.id, before[2]?.id ?? 0))
  await seed()
  expect((await all()).filter(({ state }) => state !== 'released')).toHaveLength(3)
})
