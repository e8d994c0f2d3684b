import { CheckStatus, UserType } from './enums.ts'

export const userTypeLabels: Readonly<Record<UserType, string>> = {
  [UserType.personal]: '个人',
  [UserType.company]: '企业',
}

export const checkStatusLabels: Readonly<Record<CheckStatus, string>> = {
  [CheckStatus.none]: '未认证',
  [CheckStatus.pending]: '审核中',
  [CheckStatus.pass]: '已认证',
  [CheckStatus.reject]: '未通过',
}
