import { withoutCode } from '@yunji/contract/session/start-up'
import { showAddress } from '../../shared/platform/site.h5.ts'
import { session } from '../../shared/session/session.ts'

/** A code works once: it goes from the address before anything else. Who is logged in already stays who they are. */
export const logInByLaunchCode = (url: string, code: string): void => {
  showAddress(withoutCode(url))
  if (session.store.getState().token) return
  import('./launch-login.h5.ts').then(({ launchLogin }) => launchLogin(code)).catch(() => undefined)
}
