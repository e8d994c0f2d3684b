import * as z from 'zod/mini'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { isNickname, NICKNAME_MAXIMUM_CHARACTERS, NICKNAME_MESSAGE } from './rules.ts'

export const nickname = z
  .string()
  .check(z.minLength(1), z.maxLength(NICKNAME_MAXIMUM_CHARACTERS), z.refine(isNickname, NICKNAME_MESSAGE))

/** Answer of the picture upload: its address. */
export const uploadedAvatar = z.object({ avatar: longText })

export const WORK_TYPE_MAXIMUM_ENTRIES = 10

export const workType = z.strictObject({ industryId: positiveId, worktypeId: positiveId })

/** One place where the account is logged in. */
export const sessionRecord = z.object({
  sessionId: positiveId,
  isCurrent: z.boolean(),
  /** As the client told it at login: IOS, android, Win … */
  terminalType: shortText,
  /** applet or h5. */
  clientType: shortText,
  /** Brand and model, where they were told. */
  deviceName: z.string(),
  /** Its end is hidden. */
  address: shortText,
  createdAt: epochMillis,
  lastUsedAt: epochMillis,
})
export type SessionRecord = z.output<typeof sessionRecord>

/** Reasons against deletion that the user must resolve first. */
export const DeletionObstacle = {
  device: 'device',
  transfer: 'transfer',
  grant: 'grant',
  order: 'order',
} as const
export type DeletionObstacle = (typeof DeletionObstacle)[keyof typeof DeletionObstacle]

export const DELETION_COOLING_OFF_DAYS = 7

export const deletionState = z.object({
  /** Time of erasure; null without a deletion request. */
  erasesAt: z.nullable(epochMillis),
  obstacles: z.array(z.object({ kind: z.enum(DeletionObstacle), count: z.int() })),
  coolingOffDays: z.int(),
  /** Holdings that are forfeited. */
  holdings: z.object({ beansCents: cents, balanceCents: cents, coupons: count, codes: count }),
})
export type DeletionState = z.output<typeof deletionState>

/** Grounds of an operator for the deletion of an account; they stand in the audit log for good, so no free text. */
export const deletionGrounds = ['customer', 'guardian', 'regulator', 'duplicate'] as const
export type DeletionGround = (typeof deletionGrounds)[number]
