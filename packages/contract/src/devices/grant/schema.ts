import * as z from 'zod/mini'
import { GoodsLevel } from '../../commerce/commodity/enums.ts'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { streamModes } from '../device/stream.ts'
import { CARD_CODE_PATTERN, SHARE_MOST_USES, SHARE_PIN_PATTERN, SHARE_SECRET_PATTERN } from './rules.ts'

export const grantSides = ['given', 'received'] as const
export type GrantSide = (typeof grantSides)[number]

export const grantAccess = z.enum(streamModes)

/** An open grant as one of its sides sees it. */
export const grantRecord = z.object({
  grantId: positiveId,
  side: z.enum(grantSides),
  deviceId: positiveId,
  deviceName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  cover: longText,
  access: grantAccess,
  /** Waits for a number without an account. */
  state: z.enum(['waiting', 'active']),
  /** Masked number of the other side, and its name for the receiver. The giver sees the number alone. */
  peerPhone: z.string(),
  peerName: z.string(),
  createdAt: epochMillis,
  expiresAt: epochMillis,
})
export type GrantRecord = z.output<typeof grantRecord>

/** Somebody else who has a screen of one of the caller's devices open. */
export const deviceViewer = z.object({
  deviceId: positiveId,
  deviceName: shortText,
  /** Name and masked number, or 访客. */
  who: z.string(),
  access: grantAccess,
  hasControl: z.boolean(),
})
export type DeviceViewer = z.output<typeof deviceViewer>

export const useActions = ['open', 'control', 'command'] as const
export type UseAction = (typeof useActions)[number]

/** Something that a grantee or guest did with one of the caller's devices. */
export const useRecord = z.object({
  useId: positiveId,
  deviceId: positiveId,
  deviceName: shortText,
  who: z.string(),
  action: z.enum(useActions),
  /** Name of the command; empty otherwise. */
  detail: z.string(),
  at: epochMillis,
})
export type UseRecord = z.output<typeof useRecord>

export const sharePin = z.string().check(z.regex(SHARE_PIN_PATTERN, '访问密码为 4 位数字'))
export const shareSecret = z.string().check(z.regex(SHARE_SECRET_PATTERN))
export const cardCode = z.string().check(z.regex(CARD_CODE_PATTERN))
export const shareUses = z.int().check(z.minimum(1), z.maximum(SHARE_MOST_USES))

/** An open share, without its secret: that is shown once. */
export const shareRecord = z.object({
  shareId: positiveId,
  deviceId: positiveId,
  deviceName: shortText,
  access: grantAccess,
  hasPin: z.boolean(),
  /** Too many wrong PINs: it opens nothing any more. */
  isLocked: z.boolean(),
  uses: count,
  /** Null without a limit. */
  maximumUses: z.nullable(shareUses),
  createdAt: epochMillis,
  expiresAt: epochMillis,
})
export type ShareRecord = z.output<typeof shareRecord>
