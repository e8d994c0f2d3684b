import type { UserInfo } from '@yunji/contract/accounts/user/schema'
import { unreadCountsOf } from '@yunji/contract/messages/rules'

/** Headers that a client sends beside the token. */
export const CLIENT_HEADERS = {
  requestSource: 'miniApp',
  channel: 'h5',
  terminalType: 'android',
  clientType: 'h5',
  supplierType: '0',
}

/** Answered by the product and by the reference server, so that both send the same bytes. */
export const SAMPLE_USER: UserInfo = {
  userId: 100_001,
  name: '云机体验官',
  avatar: '',
  mobilePhone: '13800138000',
  userType: 1,
  personalCheckStatus: 0,
  companyCheckStatus: 0,
  showModifyPassword: 0,
}

/** Unread counts of every account under load, and of the constant route that they are compared with. */
export const SAMPLE_COUNTS = unreadCountsOf({ longNotice: 3, longSettlement: 2 })
