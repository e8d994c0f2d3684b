import * as z from 'zod/mini'
import { count } from '../wire/fields.ts'

/** The seven fields of section 3; `longAll` is the sum of the others. */
export const unreadCounts = z.object({
  longApply: count,
  longAuthentication: count,
  longExamine: count,
  longNotice: count,
  longSettlement: count,
  longSigncontract: count,
  longAll: count,
})
