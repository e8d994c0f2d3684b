import * as z from 'zod/mini'
import { count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { availabilityRule, faults, interruptionCauses } from './rules.ts'

export const interruption = z.object({
  interruptionId: positiveId,
  cause: z.enum(interruptionCauses),
  fault: z.enum(faults),
  startedAt: epochMillis,
  /** Null while it lasts. */
  endedAt: z.nullable(epochMillis),
  /** Time that was added to the rental for it. */
  creditedSeconds: count,
  /** Our words when the fault was corrected; empty otherwise. */
  correction: longText,
})
export type Interruption = z.output<typeof interruption>

/** Availability of a device in the last 30 days. */
export const availability = z.object({
  deviceId: positiveId,
  deviceName: shortText,
  isMetered: z.boolean(),
  isTrial: z.boolean(),
  rule: availabilityRule,
  /** Seconds that were lost by our fault, and given back. */
  lostSeconds: count,
  creditedSeconds: count,
  /** Hundredths of a percent of the time, our fault alone. */
  availableBasisPoints: count,
})
export type Availability = z.output<typeof availability>
