import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { pageOf, pageQuery } from '../wire/fields.ts'
import { deviceGroup } from './schema.ts'

export const getGroupList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/group/getGroupList',
  summary: '我的设备分组',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(deviceGroup)),
})
