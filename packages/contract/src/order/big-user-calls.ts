import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { bigUserList } from './big-user-schema.ts'
import { linkCode } from './link-code.ts'

export const getBigUserList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getBigUserList',
  summary: '大客户清单：只给清单的主人看，他人的和不存在的一样',
  access: access.user,
  input: z.strictObject({ linkCode }),
  data: bigUserList,
})
