import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, pageOf, pageQuery, positiveId } from '../../wire/fields.ts'
import { deviceIds } from '../device/schema.ts'
import { deviceGroup, groupName, MAX_GROUPS } from './schema.ts'

export const getGroupList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/group/getGroupList',
  summary: '我的设备分组，默认分组在前，其余按自己排的顺序',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(deviceGroup)),
})

/** What an operation on groups needs beside its type. */
const operations = {
  create: z.object({ name: groupName }),
  rename: z.object({ groupId: positiveId, name: groupName }),
  /** Its devices move to the default group. */
  delete: z.object({ groupId: positiveId }),
  /** All groups but the default one, in the wanted order. */
  order: z.object({ groupIds: z.array(positiveId).check(z.maxLength(MAX_GROUPS)) }),
} as const
export type GroupOperation = keyof typeof operations

/** A call without an operation type is answered with 1018 by its handler, so the schema lets it through. */
export const operateGroup = defineCall({
  method: 'POST',
  path: '/vmcloud/api/group/operateGroup',
  summary: '新建、重命名、删除分组，或调整分组顺序',
  access: access.user,
  input: z
    .strictObject({
      operationType: z.optional(z.nullable(z.enum(['', 'create', 'rename', 'delete', 'order']))),
      groupId: z.optional(positiveId),
      name: z.optional(groupName),
      groupIds: z.optional(operations.order.shape.groupIds),
    })
    .check(
      z.refine(
        ({ operationType, ...input }) => !operationType || z.safeParse(operations[operationType], input).success,
        '操作与参数不符',
      ),
    ),
  /** The group that was created, renamed or deleted; null for an order. */
  data: z.object({ groupId: z.nullable(positiveId) }),
  errors: ['GROUP_OPERATION_EMPTY'],
})

export const moveDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/group/moveDevices',
  summary: '把自己的云手机移到一个分组',
  access: access.deviceOwner,
  input: z.strictObject({ groupId: positiveId, deviceIds }),
  /** How many devices are in the group now because of this call. */
  data: z.object({ movedCount: count }),
  errors: ['GET_DEVICE_FAILED'],
})
