import * as z from 'zod/mini'
import { GoodsLevel } from '../commodity/enums.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../wire/fields.ts'
import { deviceRights } from './rights.ts'
import { deviceStates } from './states.ts'

/** The Android builds that phones run. */
export const androidVersions = ['10/B', '10/H'] as const
export type AndroidVersion = (typeof androidVersions)[number]

export const deviceState = z.enum(deviceStates)

/** Those of `SupplierType` and `DeviceButton`, whose names the first page need not load. */
export const supplierNumber = z.literal([0, 1, 2, 3, 4, 5, 6, 7])
export const buttonNumber = z.literal([1, 2, 3, 4])

export const deviceRecord = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  groupId: positiveId,
  groupName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  version: z.enum(androidVersions),
  zoneName: shortText,
  supplierType: supplierNumber,
  expiresAt: epochMillis,
  /** By the server's clock, so that a wrong one on the page shows no wrong time. */
  remainingMs: count,
  /** Its time is up: until then it waits for its owner. Nothing while it is rented. */
  keptUntil: z.nullable(epochMillis),
  /** Charged in beans by the hour: `expiresAt` is the end of the paid one. */
  isMetered: z.boolean(),
  isAutoRenewed: z.boolean(),
  /** The operations that this device takes from this caller (section 6). */
  buttons: z.array(buttonNumber),
  /** Address of its picture, good for some minutes. It changes with the picture; a JPEG always stands behind it. */
  cover: longText,
  right: z.enum(deviceRights),
})
export type DeviceRecord = z.output<typeof deviceRecord>
