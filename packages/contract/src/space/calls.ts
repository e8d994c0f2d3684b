import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, noInput, positiveId } from '../wire/fields.ts'

/** Ordered by `createOrder` with the plan's id and quantity 1. */
export const getSpacePlans = defineCall({
  method: 'GET',
  path: '/vmcloud/api/space/getSpacePlans',
  summary: '云空间套餐，以及本人现有的空间',
  access: access.user,
  input: noInput,
  data: z.object({
    plans: z.array(z.object({ id: positiveId, sizeGb: positiveId, months: positiveId, priceCents: cents })),
    quotaBytes: count,
    usedBytes: count,
  }),
})
