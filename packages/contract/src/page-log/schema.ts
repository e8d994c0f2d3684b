import * as z from 'zod/mini'
import { shortText } from '../wire/fields.ts'
import { ERROR_MESSAGE_MAXIMUM, ERROR_STACK_MAXIMUM } from './limits.ts'

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
