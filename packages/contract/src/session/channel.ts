import type { ClientType } from '../wire/headers.ts'

/** Where a user came from: the stored value, or the client's own name. The text NaN is an old client's mistake. */
export const channelOf = (stored: string | undefined, clientType: ClientType): string => {
  if (stored === 'NaN') return 'h5'
  return stored || (clientType === 'applet' ? 'wx' : 'h5')
}
