import * as z from 'zod/mini'
import { UserType } from '../accounts/user/enums.ts'
import { epochMillis } from '../wire/fields.ts'

export const SEGMENT_PEOPLE_MAXIMUM = 2000

/** End of the year 9999: the database reads no later one. */
const LATEST_MILLIS = 253_402_300_799_999
const instant = epochMillis.check(z.maximum(LATEST_MILLIS))

const days = z.int().check(z.minimum(1), z.maximum(3650))

/** Conditions that a customer meets. */
const conditions = {
  registeredFrom: z.optional(instant),
  registeredBefore: z.optional(instant),
  /** Whether an order was ever paid. */
  hasBought: z.optional(z.boolean()),
  boughtWithinDays: z.optional(days),
  /** A device of theirs ends within these days. */
  expiresWithinDays: z.optional(days),
  isVerified: z.optional(z.boolean()),
  userType: z.optional(z.enum(UserType)),
}

/** Customers that meet every given condition; all customers when none is given. */
export const segment = z.strictObject({
  /** Only these people, each by id or mobile number. */
  people: z.optional(
    z.array(z.string().check(z.regex(/^\d{1,15}$/))).check(z.minLength(1), z.maxLength(SEGMENT_PEOPLE_MAXIMUM)),
  ),
  ...conditions,
})
export type Segment = z.output<typeof segment>

/** A segment without names of people, which may be stored. */
export const segmentConditions = z.strictObject(conditions)
