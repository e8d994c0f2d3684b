import { getAuthToken } from '@yunji/contract/accounts/user/calls'
import { requestData } from '../api/query.ts'
import { externalPageUrl, externalViewPath } from '../navigation/page-paths.ts'
import { openPage } from '../platform/router/router.ts'
import { session } from '../session/session.ts'

/** Without a host the entry is hidden. */
export const hasExternalPage = EXTERNAL_WEB_HOST !== ''

/** A mini-program shows other sites only inside a page of its own. */
export const openExternalPage = (): Promise<void> => openPage(externalViewPath)

export const externalPageAddress = async (): Promise<string> => {
  const { userId } = session.store.getState()
  if (userId === null || !hasExternalPage) throw new Error('no external page')
  const { token } = await requestData(getAuthToken, {})
  return externalPageUrl(EXTERNAL_WEB_HOST, { token, userId })
}
