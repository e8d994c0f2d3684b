import * as z from 'zod/mini'
import { GoodsLevel, InventoryStatus } from '../../commerce/commodity/enums.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { deviceState } from '../device/schema.ts'

/** A device on its way to another phone. */
export const movingDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  goodsLevel: z.enum(GoodsLevel),
  zoneId: positiveId,
  zoneName: shortText,
  state: deviceState,
  expiresAt: epochMillis,
  cover: longText,
  /** Why no phone of it can be moved now; empty when it can. */
  obstacle: longText,
  /** The model of its phones; null when it is no longer made. */
  configId: z.nullable(positiveId),
})
export type MovingDevice = z.output<typeof movingDevice>

export const replaceTerms = z.object({
  device: movingDevice,
  inventoryStatus: z.enum(InventoryStatus),
  /** False while the phone does not respond: nothing can be read from it. */
  canKeepData: z.boolean(),
})
export type ReplaceTerms = z.output<typeof replaceTerms>

export const zoneOption = z.object({
  zoneId: positiveId,
  name: shortText,
  inventoryStatus: z.enum(InventoryStatus),
  /** Where its latency is measured; empty for this host. */
  gatewayUrl: longText,
})
export type ZoneOption = z.output<typeof zoneOption>

export const zoneTerms = z.object({
  device: movingDevice,
  /** Address of the current zone's gateway; empty for this host. */
  gatewayUrl: longText,
  /** One bean is one cent. */
  costBeans: count,
  /** Start of the next free change; null while the next one is free. */
  freeAgainAt: z.nullable(epochMillis),
  beans: z.int(),
  zones: z.array(zoneOption),
})
export type ZoneTerms = z.output<typeof zoneTerms>
