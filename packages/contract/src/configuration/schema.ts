import * as z from 'zod/mini'
import { shortText } from '../wire/fields.ts'

/** Company behind the product; empty fields are not shown. */
export const aboutProduct = z.object({
  companyName: shortText,
  icpNumber: shortText,
  contactPhone: shortText,
  contactEmail: shortText,
})
