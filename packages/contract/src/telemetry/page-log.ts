import * as z from 'zod/mini'
import { errorTexts } from '../wire/error-texts.ts'
import { shortText } from '../wire/fields.ts'
import { sideRoutes } from '../wire/side-routes.ts'

/** Maximum characters; the reporting client cuts longer texts. */
export const ERROR_MESSAGE_MAXIMUM = 500
export const ERROR_STACK_MAXIMUM = 2000

/** Errors that one running client reports at most. */
export const ERRORS_REPORTED_MAXIMUM = 10

const about = {
  page: z.string().check(z.maxLength(512)),
  client: shortText,
  version: shortText,
  terminalType: shortText,
  channel: shortText,
}

/** The fields of a page log, as its form has them: a page that was shown, or an error of the client on it. */
export const pageLogFields = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('view'), ...about }),
  z.strictObject({
    event: z.literal('error'),
    ...about,
    message: z.string().check(z.minLength(1), z.maxLength(ERROR_MESSAGE_MAXIMUM)),
    stack: z.string().check(z.maxLength(ERROR_STACK_MAXIMUM)),
  }),
])
export type PageLogFields = z.output<typeof pageLogFields>

/** Messages that error reporting ignores (section 8): unhandled rejections, errors of foreign scripts, expired logins. */
const ignored = [/^(uncaught )?\(in promise\)/i, /^unhandled ?(promise )?rejection/i, /^(uncaught )?script error\.?$/i]

export const isIgnoredError = (message: string): boolean =>
  message.includes(errorTexts.LOGIN_TOKEN_INVALID) || ignored.some((pattern) => pattern.test(message))

const HIDDEN = '…'

/** Tokens, request keys and signatures have at least 32 characters; function names are shorter. */
const LONG_WORD = /[A-Za-z0-9_-]{32,}/g
/** Phone, card and account numbers, with or without separators. */
const LONG_NUMBER = /\d(?:[ -]?\d){6,}/g
const QUERY = /[?#][^\s'")<>]*/g

/** Removes queries, tokens and personal numbers from a reported text. */
export const scrubText = (text: string): string =>
  text.replace(QUERY, '').replace(LONG_WORD, HIDDEN).replace(LONG_NUMBER, HIDDEN)

const PAGE_LOG_SUCCESS = 0

/** The page log answers success with code 0 instead of 200, outside the envelope (section 7). */
export const isPageLogAccepted = (path: string, code: number): boolean =>
  `${path}/`.startsWith(`${sideRoutes.pageLog.path}/`) && code === PAGE_LOG_SUCCESS
