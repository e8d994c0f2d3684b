import * as z from 'zod/mini'
import { GoodsLevel } from '../../commerce/commodity/enums.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'

/** Reasons against a transfer of a device; see the texts. */
export const transferRefusals = [
  'inTransfer',
  'metered',
  'trial',
  'expired',
  'faulty',
  'busy',
  'openOrder',
  'endsSoon',
  'codeUsed',
] as const
export type TransferRefusal = (typeof transferRefusals)[number]

/** A device of the caller, and whether it can be transferred now. */
export const transferableDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  goodsLevel: z.enum(GoodsLevel),
  remainingMs: count,
  isMetered: z.boolean(),
  cover: longText,
  /** Null when it can be transferred. */
  refusal: z.nullable(z.enum(transferRefusals)),
})
export type TransferableDevice = z.output<typeof transferableDevice>

export const transferStates = ['waiting', 'accepted', 'rejected', 'cancelled', 'expired'] as const

/** A transfer as one of its two sides sees it. */
export const transferRecord = z.object({
  transferId: positiveId,
  side: z.enum(['sent', 'received']),
  state: z.enum(transferStates),
  /** Masked number of the other side; empty when its account was erased. */
  peerPhone: z.string(),
  /** Name of the sender, for the receiver. The sender sees no name. */
  peerName: z.string(),
  devices: z.array(
    z.object({
      deviceId: positiveId,
      name: shortText,
      goodsLevel: z.enum(GoodsLevel),
      /** While it waits; null afterwards, when the device may be another user's. */
      remainingMs: z.nullable(count),
    }),
  ),
  createdAt: epochMillis,
  expiresAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})
export type TransferRecord = z.output<typeof transferRecord>
