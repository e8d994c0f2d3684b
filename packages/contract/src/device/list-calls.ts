import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, pageOf, pageQuery, queryId, queryInteger } from '../wire/fields.ts'
import { VersionFilter } from './enums.ts'
import { deviceRecord } from './schema.ts'
import { stateFilters } from './state-filter.ts'

export const getDeviceList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/device/getDeviceList',
  summary: '我的云手机：自有与被授权的设备',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    groupId: z.optional(queryId),
    version: z.prefault(queryInteger(VersionFilter.all, VersionFilter['10/H']), String(VersionFilter.all)),
    name: z.optional(z.string().check(z.maxLength(32))),
    state: z.optional(z.enum(stateFilters)),
  }),
  data: z.object({
    ...pageOf(deviceRecord),
    /** Of the group, name and state asked for, whatever the version: what the filter's tabs show. */
    counts: z.object({ all: count, '10/B': count, '10/H': count, running: count, expiringSoon: count }),
  }),
})
