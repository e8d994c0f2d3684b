import { startUpAction } from '@yunji/contract/session/start-up'
import { prefetchCommonConfig } from '../../shared/account/common-config.ts'
import { reloadUserInfo } from '../../shared/account/user-info.ts'
import { paramsOf } from '../../shared/navigation/params-of.ts'
import { client } from '../../shared/platform/client'
import { launchUrl } from '../../shared/platform/launch-url'
import { session } from '../../shared/session/session.ts'
import { followOtherTabs } from './follow-other-tabs.ts'
import { logInByLaunchCode } from './launch-code'
import { takeArrival } from './take-arrival'

/** What a `code` in the address means: a channel, or inside the messaging app a login. */
const takeCode = (url: string, code: string | undefined): void => {
  const [path = ''] = url.split('?', 1)
  const action = startUpAction({ path, code, isMessagingBrowser: client.isMessagingBrowser })
  if (action.type === 'none') return
  session.store.setState({ code })
  if (action.type === 'setChannel') session.setChannel(action.channel)
  else logInByLaunchCode()
}

/** At start: who was logged in still is. What cannot be read now is read by the page that needs it. */
export const startSession = (): void => {
  const url = launchUrl()
  const params = paramsOf(url)
  session.restore()
  followOtherTabs()
  takeCode(url, params.code)
  takeArrival(params)
  void prefetchCommonConfig()
  if (session.store.getState().token) reloadUserInfo().catch(() => undefined)
}
