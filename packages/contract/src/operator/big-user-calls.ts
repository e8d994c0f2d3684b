import * as z from 'zod/mini'
import { bigUserTerms } from '../order/big-user-schema.ts'
import { linkCode } from '../order/link-code.ts'
import { access, defineCall } from '../wire/call.ts'

export const createBigUserList = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createBigUserList',
  summary: '为大客户建立协议价清单，得到可发送的链接编号',
  access: access.operator,
  input: z.strictObject(bigUserTerms),
  data: z.object({ linkCode }),
  errors: ['USER_ID_EMPTY', 'GOODS_NOT_EXIST'],
})

export const closeBigUserList = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeBigUserList',
  summary: '收回大客户清单',
  access: access.operator,
  input: z.strictObject({ linkCode }),
  data: z.null(),
})
