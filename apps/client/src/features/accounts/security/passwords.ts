import { firstUpdateUserPassword, updateUserPassword } from '@yunji/contract/accounts/user/calls'
import { reloadUserInfo } from '../../../shared/accounts/user-info.ts'
import { requestData } from '../../../shared/api/query.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { deviceToken } from '../../../shared/session/device-token.ts'

export const changePassword = async (oldPassword: string, newPassword: string): Promise<void> => {
  await requestData(updateUserPassword, { oldPassword, newPassword, ...deviceToken.sent() })
  showToast('密码已修改，其他设备已退出登录', 'success')
}

export const setFirstPassword = async (newPassword: string): Promise<void> => {
  await requestData(firstUpdateUserPassword, { newPassword })
  showToast('密码已设置', 'success')
  // Updates the missing-password notice; the next page refetches after a failure.
  await reloadUserInfo().catch(() => undefined)
}
