import * as z from 'zod/mini'
import { shortText } from '../wire/fields.ts'
import { loginResult } from './schema.ts'

/** A login by the messaging app also tells who the user is there. */
export const messagingLoginResult = z.object({ ...loginResult.shape, openid: shortText })
export type MessagingLoginResult = z.output<typeof messagingLoginResult>

/** What a 1000 answer carries when a messaging-app account is seen for the first time: it still needs a phone. */
export interface PhoneToBind {
  readonly bindTicket: string
  readonly openid: string
}

/** Who brought a newcomer; without meaning for an account that exists already. */
export const inviteFields = {
  inviteType: z.optional(shortText),
  inviteCode: z.optional(shortText),
}
