import { type LoginExtras, loginExtrasOf } from '@yunji/contract/session/login-extras'
import { phoneFacts } from '../../shared/platform/phone-facts'
import { arrival } from '../../shared/session/arrival.ts'
import { deviceToken } from '../../shared/session/device-token.ts'
import { session } from '../../shared/session/session.ts'

/** What every login adds to its credentials (section 7). */
export const loginExtras = (): LoginExtras & { readonly deviceToken?: string } => ({
  ...loginExtrasOf(session.channel(), arrival.store.getState(), phoneFacts()),
  ...deviceToken.sent(),
})

/** Who brought a newcomer; nothing when nobody did. */
export const invitation = () => {
  const { inviteType, inviteCode } = arrival.store.getState()
  return inviteCode ? { inviteType, inviteCode } : {}
}
