import { pathOf } from '@yunji/contract/pages'
import { client } from '../../../shared/platform/app/client'

interface WebAddress {
  readonly ticket: string
  readonly path: string
  /** Panel to open first. */
  readonly open?: string
  /** Masked number of the user, for a mark on the screen. */
  readonly viewer?: string | undefined
}

/** The browser's page of the phone, on the same server. */
export const webAddress = ({ ticket, path, open, viewer }: WebAddress): string => {
  const query = Object.entries({ ticket, path, open, viewer })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `${client.apiBase}${pathOf('webView/web_instance')}?${query}`
}
