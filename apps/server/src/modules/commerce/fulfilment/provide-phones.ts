import { eq } from 'drizzle-orm'
import { inChunks, type Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { orderItems, type orders } from '../../../tables/orders.ts'
import { rentReservedStock } from '../catalogue/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { findGroup, insertPhones, type SoldPhone } from './insert-phones.ts'
import { createPhoneNamer } from './phone-names.ts'
import { splitPayment } from './split-payment.ts'

const HOUR_SECONDS = 3600

/** One phone that was bought. */
interface BoughtPhone extends SoldPhone {
  readonly goodsName: string
  readonly unitPriceCents: number
}

/** The phones of an order, in the transaction in which its stock is rented out: a task brings them up, all at once. */
export const providePhones = async (
  { clock, tasks }: FulfilmentDeps,
  tx: Tx,
  order: typeof orders.$inferSelect,
): Promise<void> => {
  const now = clock.now()
  const { id: orderId, userId: ownerId, purchase } = order
  const phones = await listBoughtPhones(tx, orderId)
  const paid = splitPayment(
    order.payableCents,
    phones.map(({ unitPriceCents }) => unitPriceCents),
  )
  const groupId = await findGroup(tx, ownerId, purchase.groupId)
  const nameOf = await createPhoneNamer(tx, ownerId)
  const zoneId = purchase.zoneId ?? 0
  // Numbered by the order, so that whoever does this again asks for the same phones.
  const placed = phones.map(({ goodsName, ...phone }, index) => {
    return { ...phone, name: nameOf(goodsName), ownerId, groupId, zoneId, phoneId: `order-${orderId}-${index + 1}` }
  })
  const made = await insertPhones(tx, placed, now)
  const shares = made.map((device, index) => ({
    orderId,
    deviceId: device.id,
    productId: device.productId ?? 0,
    paidCents: paid[index] ?? 0,
    boughtSeconds: (phones[index]?.product.goodTimeHours ?? 0) * HOUR_SECONDS,
    startsAt: now,
  }))
  await inChunks(shares, (chunk) => tx.insert(orderDevices).values(chunk).returning({ id: orderDevices.deviceId }))
  await tasks.begin(tx, { kind: 'create', ownerId, devices: made.map((device) => ({ device, before: device.state })) })
  // Last: other buyers of the same configuration wait for this row.
  await rentReservedStock(tx, orderId)
}

const listBoughtPhones = async (tx: Tx, orderId: number): Promise<BoughtPhone[]> => {
  const items = await tx
    .select({ item: orderItems, product: billableProducts, configuration: goodsConfigurations, goods })
    .from(orderItems)
    .innerJoin(billableProducts, eq(billableProducts.id, orderItems.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.productId)
  return items.flatMap(({ item, product, configuration, goods: { name, goodsLevel } }) =>
    Array.from({ length: item.quantity }, () => ({
      product,
      configuration,
      goodsName: name,
      goodsLevel,
      unitPriceCents: item.unitPriceCents,
    })),
  )
}
