import { prefetchCommonConfig } from '../../shared/account/common-config.ts'
import { reloadUserInfo } from '../../shared/account/user-info.ts'
import { session } from '../../shared/session/session.ts'

/** At start: who was logged in still is. What cannot be read now is read by the page that needs it. */
export const startSession = (): void => {
  session.restore()
  void prefetchCommonConfig()
  if (session.store.getState().token) reloadUserInfo().catch(() => undefined)
}
