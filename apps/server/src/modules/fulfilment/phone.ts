import { deviceMachine } from '@yunji/contract/machines/device'
import { deadlineOf } from '@yunji/contract/machines/machine'
import { and, eq, sql } from 'drizzle-orm'
import { later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import type { billableProducts, goodsConfigurations } from '../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../tables/devices.ts'
import { buttonsOf } from '../devices/index.ts'

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

/** A phone that is still to come up; its time runs from now. */
export const writePhone = async (
  tx: Tx,
  { ownerId, groupId, zoneId, phoneId, product, configuration, name, goodsLevel }: PlacedPhone,
  now: Date,
): Promise<typeof devices.$inferSelect> => {
  const [device] = await tx
    .insert(devices)
    .values({
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
      buttons: await buttonsOf(tx, configuration, product.isMetered),
      expiresAt: later(now, product.goodTimeHours * HOUR_MS),
      state: deviceMachine.initial,
      stateDeadline: later(now, deadlineOf(deviceMachine, deviceMachine.initial)?.afterMs ?? 0),
      createdAt: now,
    })
    .returning()
  if (!device) throw new Error('a device was not written')
  return device
}

/** A group that was removed since is the default one. */
export const groupFor = async (tx: Tx, userId: number, wanted: number | undefined): Promise<number> => {
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
