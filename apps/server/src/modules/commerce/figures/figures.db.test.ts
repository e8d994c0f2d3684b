import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { billableProducts } from '../../../tables/catalogue.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const { db } = server.database
const shop = await openShop(server)
const make = createDevices(server)

it('names the most that a month saves, of what is on sale', async () => {
  const { token } = await make.addPerson()
  const saving = async () => {
    const { data } = await server.get('/vmcloud/api/wallet/getAccountFigures', { token })
    return (data as { monthlySavingPercent: number }).monthlySavingPercent
  }
  const { configId, productId } = shop
  await db.update(billableProducts).set({ isListed: false })
  const change = (fields: object) => db.update(billableProducts).set(fields).where(eq(billableProducts.id, productId))
  await change({ isListed: true, goodTimeHours: 720, priceCents: 5900 })
  expect(await saving()).toBe(0)
  const hour = { configId, goodTimeHours: 1, priceCents: 10, isMetered: true, isListed: true }
  const { configId: first, goodTimeHours, isMetered } = billableProducts
  await db
    .insert(billableProducts)
    .values(hour)
    .onConflictDoUpdate({ target: [first, goodTimeHours, isMetered], set: hour })
  // 720 hours by beans cost 7200; the month costs 18.05 % less.
  expect(await saving()).toBe(18)
  await change({ priceCents: 8000 })
  expect(await saving()).toBe(0)
  await change({ priceCents: 5900, isListed: false })
  expect(await saving()).toBe(0)
})
