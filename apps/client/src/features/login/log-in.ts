import { login } from '@yunji/contract/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { prefetchCommonConfig } from '../../shared/account/common-config.ts'
import { reloadUserInfo } from '../../shared/account/user-info.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { callApi } from '../../shared/api/client.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { session } from '../../shared/session/session.ts'

const INFO_FAILED = '获取用户信息失败，请刷新页面后重试'

export const logInByPassword = async (mobilePhone: string, password: string): Promise<void> => {
  const { code, msg, data } = await callApi(login, { mobilePhone, password })
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  session.enter(data)
  void prefetchCommonConfig()
  reloadUserInfo().catch(() => showToast(INFO_FAILED, 'error'))
}
