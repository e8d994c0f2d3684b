import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, epochMillis, noInput, positiveId } from '../wire/fields.ts'
import { bytesByKind } from './file/schema.ts'

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

export const getSpace = defineCall({
  method: 'GET',
  path: '/vmcloud/api/space/getSpace',
  summary: '云空间的容量与用量',
  access: access.user,
  input: noInput,
  data: z.object({
    quotaBytes: count,
    /** Files and backups; what follows is counted apart. */
    usedBytes: count,
    fileBytes: count,
    /** Together `fileBytes`. A content that several files show is counted once, with the oldest of them. */
    bytesByKind,
    backupBytes: count,
    trashBytes: count,
    lastChanceBytes: count,
    /** The next end of a plan; null without one. */
    planEndsAt: z.nullable(epochMillis),
    /** Over the quota: nothing can be added. */
    isReadOnly: z.boolean(),
    /** From then on the oldest files and backups are deleted until the rest fits; null while it fits. */
    deletesFrom: z.nullable(epochMillis),
  }),
})
