import * as z from 'zod/mini'
import { epochMillis, positiveId } from '../../wire/fields.ts'

/** Lengths of a support view that an operator may request. */
export const supportViewMinutes = [15, 30, 60] as const

/** An unanswered request lapses after this. */
export const SUPPORT_VIEW_WAITS_MS = 30 * 60_000

/**
 * `waiting`: for the customer's answer. `active`: accepted, and the screen may be open. `ended`: by the clock, by the
 * customer, by the operator, or with the customer's right to the device. `lapsed`: not answered in time.
 */
export const supportViewStates = ['waiting', 'active', 'refused', 'ended', 'lapsed'] as const
export type SupportViewState = (typeof supportViewStates)[number]

export const supportViewRecord = z.object({
  supportViewId: positiveId,
  deviceId: positiveId,
  deviceName: z.string(),
  operatorName: z.string(),
  reason: z.string(),
  minutes: z.int(),
  state: z.enum(supportViewStates),
  requestedAt: epochMillis,
  answeredAt: z.nullable(epochMillis),
  /** End of an accepted support view; until then the end of the time for an answer. */
  endsAt: epochMillis,
})
export type SupportViewRecord = z.output<typeof supportViewRecord>
