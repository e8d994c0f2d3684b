import { pathOf } from '@yunji/contract/pages'
import { MARK_PARAM } from '../../../shared/devices/screen-mark/screen-mark.ts'
import { client } from '../../../shared/platform/app/client'

interface WebAddress {
  readonly ticket: string
  readonly path: string
  /** Panel to open first. */
  readonly open?: string
  /** Masked number of the user, for a mark on the screen. */
  readonly viewer?: string | undefined
  /** Whether the screen carries the mark. */
  readonly isMarked?: boolean | undefined
}

/** The browser's page of the phone, on the same server. */
export const webAddress = ({ ticket, path, open, viewer, isMarked }: WebAddress): string => {
  const query = Object.entries({ ticket, path, open, viewer, [MARK_PARAM]: isMarked ? '1' : '' })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `${client.apiBase}${pathOf('webView/web_instance')}?${query}`
}
