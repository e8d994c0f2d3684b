import type { UserInfo } from '@yunji/contract/accounts/user/schema'

/** What both routes answer, so that they differ in nothing but how they come to it. */
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
