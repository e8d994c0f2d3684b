import { DeviceButton } from '@yunji/contract/device/enums'
import { deviceMachine } from '@yunji/contract/machines/device'
import { deadlineOf } from '@yunji/contract/machines/machine'
import { and, eq, sql } from 'drizzle-orm'
import { later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../tables/devices.ts'
import { orderDevices } from '../../tables/fulfilment.ts'
import { orderItems, type orders, stockReservations } from '../../tables/orders.ts'
import { rentStock } from '../catalogue/index.ts'
import type { FulfilmentDeps } from './deps.ts'
import { sharesOf } from './shares.ts'

const HOUR_MS = 3_600_000
const { changeConfig, upOrDownConfig, zoneChangeOpType, videoChangeOpType } = DeviceButton

/** One phone that was bought. */
interface BoughtPhone {
  readonly product: typeof billableProducts.$inferSelect
  readonly configuration: typeof goodsConfigurations.$inferSelect
  readonly goodsName: string
  readonly goodsLevel: number
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
  const phones = await listBought(tx, orderId)
  const paid = sharesOf(
    order.payableCents,
    phones.map(({ unitPriceCents }) => unitPriceCents),
  )
  const groupId = await groupFor(tx, ownerId, purchase.groupId)
  const made = []
  for (const [index, phone] of phones.entries()) {
    const { product, configuration } = phone
    const boughtMs = product.goodTimeHours * HOUR_MS
    const [device] = await tx
      .insert(devices)
      .values({
        ownerId,
        groupId,
        zoneId: purchase.zoneId ?? 0,
        name: phone.goodsName,
        goodsLevel: phone.goodsLevel,
        version: configuration.version,
        supplierType: configuration.supplierType,
        configId: configuration.id,
        productId: product.id,
        isMetered: product.isMetered,
        // Told by the order, so that whoever does this again asks for the same phone.
        phoneId: `order-${orderId}-${index + 1}`,
        buttons: [
          changeConfig,
          upOrDownConfig,
          zoneChangeOpType,
          ...(configuration.isVideoEdition ? [] : [videoChangeOpType]),
        ],
        expiresAt: later(now, boughtMs),
        state: deviceMachine.initial,
        stateDeadline: later(now, deadlineOf(deviceMachine, deviceMachine.initial)?.afterMs ?? 0),
        createdAt: now,
      })
      .returning()
    if (!device) throw new Error('a device was not written')
    made.push(device)
    await tx.insert(orderDevices).values({
      orderId,
      deviceId: device.id,
      productId: product.id,
      paidCents: paid[index] ?? 0,
      boughtSeconds: boughtMs / 1000,
      startsAt: now,
    })
  }
  await rentStock(tx, await tx.delete(stockReservations).where(eq(stockReservations.orderId, orderId)).returning())
  await tasks.begin(tx, { kind: 'create', ownerId, devices: made.map((device) => ({ device, before: device.state })) })
}

const listBought = async (tx: Tx, orderId: number): Promise<BoughtPhone[]> => {
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

/** A group that was removed since is the default one. */
const groupFor = async (tx: Tx, userId: number, wanted: number | undefined): Promise<number> => {
  const [group] = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(
      and(eq(deviceGroups.userId, userId), sql`(${deviceGroups.isDefault} or ${deviceGroups.id} = ${wanted ?? 0})`),
    )
    .orderBy(sql`${deviceGroups.id} = ${wanted ?? 0} desc`)
    .limit(1)
  return group?.id ?? 0
}
