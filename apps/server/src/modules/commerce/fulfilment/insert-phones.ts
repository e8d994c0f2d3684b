import { TRIAL_MS } from '@yunji/contract/configuration/guide/rules'
import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { billableProducts, goodsConfigurations } from '../../../tables/catalogue.ts'
import { buttonsOf } from '../../devices/fleet/index.ts'
import { type DeviceRow, insertDevices } from './store.ts'

const HOUR_MS = 3_600_000
const CREATING_MS = deadlineOf(deviceMachine, deviceMachine.initial)?.afterMs ?? 0

/** A phone as it was sold. */
export interface SoldPhone {
  readonly product: typeof billableProducts.$inferSelect
  readonly configuration: typeof goodsConfigurations.$inferSelect
  readonly goodsLevel: number
}

interface PlacedPhone extends Omit<SoldPhone, 'product'> {
  /** Null for a trial. */
  readonly product: SoldPhone['product'] | null
  readonly name: string
  readonly ownerId: number
  readonly groupId: number
  readonly zoneId: number
  /** The supplier's id. */
  readonly phoneId: string
}

/**
 * Inserts devices that a task is to create, in the order given; their time runs from now, that of a
 * trial once its phone can be used.
 */
export const insertPhones = async (tx: Tx, phones: readonly PlacedPhone[], now: Date): Promise<DeviceRow[]> => {
  const buttonsOfProduct = new Map<number, Awaited<ReturnType<typeof buttonsOf>>>()
  for (const { product, configuration } of phones) {
    if (!product || buttonsOfProduct.has(product.id)) continue
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
    productId: product?.id ?? null,
    isMetered: product?.isMetered ?? false,
    isTrial: product === null,
    buttons: buttonsOfProduct.get(product?.id ?? 0) ?? [],
    expiresAt: later(now, product ? product.goodTimeHours * HOUR_MS : CREATING_MS + TRIAL_MS),
    state: deviceMachine.initial,
    stateDeadline: later(now, CREATING_MS),
    createdAt: now,
  }))
  return insertDevices(tx, rows)
}

export const insertPhone = async (tx: Tx, phone: PlacedPhone, now: Date): Promise<DeviceRow> => {
  const [device] = await insertPhones(tx, [phone], now)
  if (!device) throw new Error('device was not inserted')
  return device
}
