import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { and, eq, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import { inChunks, type Tx } from '../../../platform/database.ts'
import type { billableProducts, goodsConfigurations } from '../../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../../tables/devices.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'

const HOUR_MS = 3_600_000

/** What a phone is, as it was sold. */
export interface SoldPhone {
  readonly product: typeof billableProducts.$inferSelect
  readonly configuration: typeof goodsConfigurations.$inferSelect
  readonly goodsLevel: number
}

interface PlacedPhone extends SoldPhone {
  readonly name: string
  readonly ownerId: number
  readonly groupId: number
  readonly zoneId: number
  /** What its supplier knows it by. */
  readonly phoneId: string
}

/** Phones that are still to come up, in the order given; their time runs from now. */
export const insertPhones = async (
  tx: Tx,
  phones: readonly PlacedPhone[],
  now: Date,
): Promise<(typeof devices.$inferSelect)[]> => {
  const buttonsOfProduct = new Map<number, Awaited<ReturnType<typeof buttonsOf>>>()
  for (const { product, configuration } of phones) {
    if (buttonsOfProduct.has(product.id)) continue
    buttonsOfProduct.set(product.id, await buttonsOf(tx, configuration, product.isMetered))
  }
  const rows = phones.map(({ ownerId, groupId, zoneId, phoneId, product, configuration, name, goodsLevel }) => ({
    ownerId,
    groupId,
    zoneId,
    phoneId,
    name,
    goodsLevel,
    version: configuration.version,
    supplierType: configuration.supplierType,
    configId: configuration.id,
    productId: product.id,
    isMetered: product.isMetered,
    buttons: buttonsOfProduct.get(product.id) ?? [],
    expiresAt: later(now, product.goodTimeHours * HOUR_MS),
    state: deviceMachine.initial,
    stateDeadline: later(now, deadlineOf(deviceMachine, deviceMachine.initial)?.afterMs ?? 0),
    createdAt: now,
  }))
  return inChunks(rows, (chunk) => tx.insert(devices).values(chunk).returning())
}

export const insertPhone = async (tx: Tx, phone: PlacedPhone, now: Date): Promise<typeof devices.$inferSelect> => {
  const [device] = await insertPhones(tx, [phone], now)
  if (!device) throw new Error('a device was not written')
  return device
}

/** A group that was removed since is the default one. */
export const findGroup = async (tx: Tx, userId: number, wanted: number | undefined): Promise<number> => {
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
