import * as z from 'zod/mini'
import { shortText } from '../wire/fields.ts'

/** Company behind the product, as 关于 shows it and the agreements name it; empty fields are not shown. */
export const aboutProduct = z.object({
  companyName: shortText,
  icpNumber: shortText,
  contactPhone: shortText,
  contactEmail: shortText,
  address: z.prefault(z.string().check(z.maxLength(128)), ''),
})
