import { startUpAction } from '@yunji/contract/accounts/session/start-up'
import { prefetchCommonConfig } from '../../../../shared/accounts/common-config.ts'
import { reloadUserInfo } from '../../../../shared/accounts/user-info.ts'
import { paramsOf } from '../../../../shared/navigation/params-of.ts'
import { client } from '../../../../shared/platform/app/client'
import { launchUrl } from '../../../../shared/platform/router/location'
import { reloadClient, watchOtherTabs } from '../../../../shared/platform/storage/tabs'
import { session } from '../../../../shared/session/session.ts'
import { loadReferral, logInByLaunchCode, resumePasswordOffer } from './lazy-start'

/**
 * A tab keeps its account in memory, so that none of its calls can carry another's token. When another tab changes the
 * stored account, this one reloads.
 */
const followOtherTabs = (): void =>
  watchOtherTabs(() => {
    if (session.isInStep()) session.rereadSaved()
    else reloadClient()
  })

/** A `code` in the query is a channel, or inside WeChat a login code. */
const handleLaunchCode = (url: string, code: string | undefined): void => {
  const [path = ''] = url.split('?', 1)
  const action = startUpAction({ path, code, isWechatBrowser: client.isWechatBrowser })
  if (action.type === 'none') return
  session.store.setState({ code })
  if (action.type === 'setChannel') session.setChannel(action.channel)
  else logInByLaunchCode()
}

/** At start: restores the login. Failed reads are repeated by the pages. */
export const startSession = (): void => {
  const url = launchUrl()
  const params = paramsOf(url)
  session.restore()
  followOtherTabs()
  handleLaunchCode(url, params.code)
  loadReferral(params)
  resumePasswordOffer()
  void prefetchCommonConfig()
  if (session.store.getState().token) reloadUserInfo().catch(() => undefined)
}
