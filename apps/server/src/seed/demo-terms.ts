import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { and, eq, isNull, like, ne, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import { zoneStock } from '../tables/catalogue.ts'
import { devices } from '../tables/devices.ts'
import { users } from '../tables/identity.ts'
import { bigUserLists, bigUserPrices } from '../tables/offers.ts'
import { demoAccount } from './demo.ts'
import { findDemoProduct } from './demo-product.ts'

const MONTH_HOURS = 30 * 24
const QUARTER_HOURS = 90 * 24

/** Price list of the demo account. The code may be public: the list is shown to that account only. */
const DEMO_LINK_CODE = 'yunji-demo-big-user'

/** Configurations of the demo account's phones, and its negotiated prices. Idempotent. */
export const seedDemoTerms = (db: Db, clock: Clock): Promise<void> =>
  db.transaction(async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.mobilePhone, demoAccount.mobilePhone)).for('update')
    if (!owner) return
    await nameConfigurations(tx, owner.id)
    await addBigUserList(tx, owner.id, clock.now())
  })

/** Seeded phones get a configuration that is sold, so that they can be renewed and changed. */
const nameConfigurations = async (tx: Tx, ownerId: number): Promise<void> => {
  const given = await tx
    .select()
    .from(devices)
    .where(
      and(
        eq(devices.ownerId, ownerId),
        like(devices.phoneId, 'demo-%'),
        isNull(devices.configId),
        ne(devices.state, 'released'),
      ),
    )
  for (const { id, zoneId, goodsLevel, version } of given) {
    const product = await findDemoProduct(tx, goodsLevel as GoodsLevel, version, MONTH_HOURS)
    if (!product) continue
    const { configId, id: productId } = product
    const [counted] = await tx
      .update(zoneStock)
      .set({ rented: sql`${zoneStock.rented} + 1`, capacity: sql`${zoneStock.capacity} + 1` })
      .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
      .returning({ zoneId: zoneStock.zoneId })
    if (counted) await tx.update(devices).set({ configId, productId }).where(eq(devices.id, id))
  }
}

const addBigUserList = async (tx: Tx, userId: number, createdAt: Date): Promise<void> => {
  const [list] = await tx
    .insert(bigUserLists)
    .values({ linkCode: DEMO_LINK_CODE, userId, title: '云机体验官协议价', maximumPhones: 500, createdAt })
    .onConflictDoNothing()
    .returning({ id: bigUserLists.id })
  if (!list) return
  for (const level of [GoodsLevel.enjoy, GoodsLevel.exclusive, GoodsLevel.flagship]) {
    for (const hours of [MONTH_HOURS, QUARTER_HOURS]) {
      const product = await findDemoProduct(tx, level, '10/B', hours)
      if (!product) continue
      const priceCents = Math.floor((product.priceCents * 7) / 10)
      await tx.insert(bigUserPrices).values({ listId: list.id, productId: product.id, priceCents })
    }
  }
}
