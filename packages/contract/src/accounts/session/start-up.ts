import { pathOf } from '../../pages.ts'
import type { ClientType } from '../../wire/request.ts'

export const MOBILE_WEB_CHANNEL = 'h5'
export const MINI_PROGRAM_CHANNEL = 'wx'
/** An old client's mistake, which means mobile web wherever it stands. */
export const INVALID_CHANNEL = 'NaN'

/** Where a user came from: the stored value, or the client's own name. */
export const channelOf = (stored: string | undefined, clientType: ClientType): string => {
  if (stored === INVALID_CHANNEL) return MOBILE_WEB_CHANNEL
  return stored || (clientType === 'applet' ? MINI_PROGRAM_CHANNEL : MOBILE_WEB_CHANNEL)
}

/** Routers take `/pages/Space/Index/` for the same page. */
const plainPath = (path: string): string => path.toLowerCase().replace(/\/+$/, '')

/** Their own flows read the address, so nothing else may take a code from it (section 2). */
const skippedPaths: ReadonlySet<string> = new Set(
  (['auth/wechatAuth', 'Space/index', 'landing/play-trial/index', 'landing/play-trial/download'] as const).map(
    (route) => plainPath(pathOf(route)),
  ),
)

/** Maximum lengths of values that are stored and sent with every request. */
const MAX_CHANNEL_LENGTH = 64
const MAX_LOGIN_CODE_LENGTH = 256

export interface StartUp {
  readonly path: string
  /** The query parameter `code`, decoded. */
  readonly code: string | undefined
  /** In WeChat's embedded browser; false in a mini-program. */
  readonly isWechatBrowser: boolean
}

export type StartUpAction =
  | { readonly type: 'none' }
  /** The code works once: remove it from the address (`withoutCode`), then log in with it. */
  | { readonly type: 'logIn'; readonly code: string }
  | { readonly type: 'setChannel'; readonly channel: string }

const NONE: StartUpAction = { type: 'none' }

/** Meaning of a `code` in the address at start-up. Without one there is no action, also no authorisation. */
export const startUpAction = ({ path, code, isWechatBrowser }: StartUp): StartUpAction => {
  if (!code || skippedPaths.has(plainPath(path))) return NONE
  if (isWechatBrowser) return code.length <= MAX_LOGIN_CODE_LENGTH ? { type: 'logIn', code } : NONE
  if (code.length > MAX_CHANNEL_LENGTH) return NONE
  return { type: 'setChannel', channel: code === INVALID_CHANNEL ? MOBILE_WEB_CHANNEL : code }
}

/** The address without its `code`; every other parameter stays to the letter. */
export const withoutCode = (url: string): string => {
  const [beforeHash = '', ...hash] = url.split('#')
  const [path = '', ...queries] = beforeHash.split('?')
  const kept = queries
    .join('?')
    .split('&')
    .filter((parameter) => parameter !== '' && parameter.split('=', 1)[0] !== 'code')
  return [path + (kept.length > 0 ? `?${kept.join('&')}` : ''), ...hash].join('#')
}
