import type { ClientType } from '../wire/headers.ts'

export const MOBILE_WEB_CHANNEL = 'h5'
export const MINI_PROGRAM_CHANNEL = 'wx'
/** An old client's mistake, which means mobile web wherever it stands. */
export const INVALID_CHANNEL = 'NaN'

/** Where a user came from: the stored value, or the client's own name. */
export const channelOf = (stored: string | undefined, clientType: ClientType): string => {
  if (stored === INVALID_CHANNEL) return MOBILE_WEB_CHANNEL
  return stored || (clientType === 'applet' ? MINI_PROGRAM_CHANNEL : MOBILE_WEB_CHANNEL)
}
