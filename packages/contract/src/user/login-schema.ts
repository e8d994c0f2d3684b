import * as z from 'zod/mini'
import { VERIFICATION_CODE_MESSAGE, VERIFICATION_CODE_PATTERN } from '../validation/digit-code.ts'
import { PASSWORD_MESSAGE, PASSWORD_PATTERN } from '../validation/password.ts'
import { shortText } from '../wire/fields.ts'

export const newPassword = z.string().check(z.regex(PASSWORD_PATTERN, PASSWORD_MESSAGE))
export const smsCode = z.string().check(z.regex(VERIFICATION_CODE_PATTERN, VERIFICATION_CODE_MESSAGE))

/** Given out by the server and kept by the client: tells a device that has logged in before from a stranger. */
export const deviceToken = z.optional(shortText)

/** What a login tells about where it comes from (section 7); all of it optional, none of it trusted. */
export const loginExtras = {
  preGroup: z.optional(shortText),
  shareUser: z.optional(shortText),
  deviceId: z.optional(shortText),
  brand: z.optional(shortText),
  deviceModel: z.optional(shortText),
  osName: z.optional(shortText),
  system: z.optional(shortText),
  osVersion: z.optional(shortText),
  deviceToken,
}
