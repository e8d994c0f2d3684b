import { getWechatLogin } from '@yunji/contract/accounts/session/calls'
import { authorizationUrlOf } from '@yunji/contract/accounts/session/login'
import { pathOf } from '@yunji/contract/pages'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { requestData } from '../../../../shared/api/query.ts'
import { randomId } from '../../../../shared/platform/app/random-id.ts'
import { leaveForSite, ownOrigin } from '../../../../shared/platform/router/location.h5.ts'
import { tabStorage } from '../../../../shared/platform/storage/tabs.h5.ts'
import { tickedAgreements } from '../form/ticked-agreements.ts'
import { type PendingAuthorisation, parsePendingAuthorisation } from './authorisation.ts'

const ROUND = 'wechatAuth'

/** Leaves for WeChat, which leads back to `auth/wechatAuth`. */
export const beginAuthorisation = async (
  authorisation: Omit<PendingAuthorisation, 'state' | 'agreements'>,
): Promise<void> => {
  const { officialAccount } = await requestData(getWechatLogin, {})
  if (!officialAccount) throw new ApiError('微信登录暂未开通，请换一种方式登录')
  const state = randomId()
  const pending = { ...authorisation, agreements: tickedAgreements(), state } satisfies PendingAuthorisation
  tabStorage.write(ROUND, JSON.stringify(pending))
  const redirectUri = `${ownOrigin()}${pathOf('auth/wechatAuth')}`
  leaveForSite(authorizationUrlOf({ ...officialAccount, redirectUri, scope: authorisation.scope, state }))
}

/** Takes the pending authorisation of this tab; undefined the second time. */
export const takePendingAuthorisation = (): PendingAuthorisation | undefined =>
  parsePendingAuthorisation(tabStorage.take(ROUND))
