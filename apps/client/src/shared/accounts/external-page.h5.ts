import { getAuthToken } from '@yunji/contract/accounts/user/calls'
import { requestData } from '../api/query.ts'
import { externalPageUrl } from '../navigation/page-paths.ts'
import { session } from '../session/session.ts'

/** Without a host the entry is hidden. */
export const hasExternalPage = EXTERNAL_WEB_HOST !== ''

/** Needs a login; the token is requested at the tap, because it expires after a minute. */
export const openExternalPage = async (): Promise<void> => {
  const { userId } = session.store.getState()
  if (userId === null) return
  const { token } = await requestData(getAuthToken, {})
  location.assign(externalPageUrl(EXTERNAL_WEB_HOST, { token, userId }))
}
