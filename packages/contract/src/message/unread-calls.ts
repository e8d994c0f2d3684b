import { access, defineCall } from '../wire/call.ts'
import { nothing } from '../wire/fields.ts'
import { unreadCounts } from './unread-schema.ts'

export const getUnreadCount = defineCall({
  method: 'GET',
  path: '/vmcloud/api/message/getUnreadCount',
  summary: '未读消息数',
  access: access.user,
  input: nothing,
  data: unreadCounts,
})
