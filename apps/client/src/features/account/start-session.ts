import { session } from '../../shared/session/session.ts'
import { prefetchCommonConfig } from './common-config.ts'
import { reloadUserInfo } from './user-info.ts'

/** At start: who was logged in still is. What cannot be read now is read by the page that needs it. */
export const startSession = (): void => {
  session.restore()
  void prefetchCommonConfig()
  if (session.store.getState().token) reloadUserInfo().catch(() => undefined)
}
