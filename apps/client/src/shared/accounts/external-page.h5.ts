import { getAuthToken } from '@yunji/contract/accounts/user/calls'
import { readData } from '../api/query.ts'
import { session } from '../session/session.ts'
import { externalPageUrl } from './external-page-url.ts'

/** Without a host the entry is hidden. */
export const hasExternalPage = EXTERNAL_WEB_HOST !== ''

/** Needs a login; the token in the address is asked for at the last moment, because it lives for a minute. */
export const openExternalPage = async (): Promise<void> => {
  const { userId } = session.store.getState()
  if (userId === null) return
  const { token } = await readData(getAuthToken, {})
  location.assign(externalPageUrl(EXTERNAL_WEB_HOST, { token, userId }))
}
