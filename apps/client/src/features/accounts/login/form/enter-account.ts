import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import { prefetchCommonConfig } from '../../../../shared/accounts/common-config.ts'
import { reloadUserInfo } from '../../../../shared/accounts/user-info.ts'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { deviceToken } from '../../../../shared/session/device-token.ts'
import { session } from '../../../../shared/session/session.ts'
import type { LoginFacts } from '../../../../shared/session/session-state.ts'
import { bindReferrer } from '../start/referral.ts'
import { tickAgreements } from './ticked-agreements.ts'

const INFO_FAILED = '获取用户信息失败，请刷新页面后重试'

/** Last step of every login: saves the account, then refetches its data. */
export const enterAccount = ({ deviceToken: given, ...login }: LoginResult, facts?: LoginFacts): void => {
  deviceToken.save(given)
  tickAgreements([])
  session.enter(login, facts)
  void prefetchCommonConfig()
  reloadUserInfo().catch((error: unknown) => {
    if (!(error instanceof ApiError && error.isShown)) showToast(INFO_FAILED, 'error')
  })
  bindReferrer()
}
