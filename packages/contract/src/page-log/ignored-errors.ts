import { errorTexts } from '../wire/error-texts.ts'

/** What error reporting passes over (section 8): rejections that nobody handled, errors of foreign scripts, and a login that is over. */
const ignored = [/^(uncaught )?\(in promise\)/i, /^unhandled ?(promise )?rejection/i, /^(uncaught )?script error\.?$/i]

export const isIgnoredError = (message: string): boolean =>
  message.includes(errorTexts.LOGIN_TOKEN_INVALID) || ignored.some((pattern) => pattern.test(message))
