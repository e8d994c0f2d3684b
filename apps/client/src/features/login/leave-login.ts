import { isClosedPath, pathOf } from '@yunji/contract/navigation/pages'
import { HOME_ROUTE } from '../../shared/navigation/tabs.ts'
import { goBackFrom, previousPath, replacePage } from '../../shared/platform/router.ts'

/** Without a login: back to where the user may be. A closed page under this one would only lead here again. */
export const closeLogin = (): Promise<void> =>
  isClosedPath(previousPath() ?? '') ? replacePage(pathOf(HOME_ROUTE)) : goBackFrom('login/login')

/** After the login: to where the user wanted to be, else back to where they came from. */
export const finishLogin = (returnPath: string | undefined): Promise<void> =>
  returnPath ? replacePage(returnPath) : goBackFrom('login/login')
