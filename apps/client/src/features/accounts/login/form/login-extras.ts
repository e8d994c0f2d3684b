import { type LoginExtras, loginExtrasOf } from '@yunji/contract/accounts/session/login'
import type { ShownAgreement } from '@yunji/contract/content/agreement/schema'
import { phoneFacts } from '../../../../shared/platform/app/phone-facts'
import { randomId } from '../../../../shared/platform/app/random-id.ts'
import { storage } from '../../../../shared/platform/storage/storage.ts'
import '../start/referral.ts'
import { deviceToken } from '../../../../shared/session/device-token.ts'
import { session } from '../../../../shared/session/session.ts'
import { tickedAgreements } from './ticked-agreements.ts'

const DEVICE_ID_KEY = 'deviceId'

/** Platforms expose no device id: a random one is stored. */
const ownDeviceId = (): string => {
  const kept = storage.read(DEVICE_ID_KEY)
  if (typeof kept === 'string' && kept !== '') return kept
  const deviceId = randomId()
  storage.write(DEVICE_ID_KEY, deviceId)
  return deviceId
}

interface SentExtras extends LoginExtras {
  readonly deviceToken?: string
  readonly agreements?: ShownAgreement[]
}

/** Fields that every login adds to its credentials (section 7); device id and model on the ios channel only (section 9). */
export const loginExtras = (): SentExtras => {
  const { deviceModel, ...phone } = phoneFacts()
  if (session.store.getState().channel === 'ios') session.store.setState({ deviceId: ownDeviceId(), deviceModel })
  const state = session.store.getState()
  const agreements = tickedAgreements()
  return {
    ...loginExtrasOf(state.channel, state, { ...phone, deviceId: state.deviceId, deviceModel: state.deviceModel }),
    ...deviceToken.sent(),
    ...(agreements.length > 0 && { agreements }),
  }
}

/** Invitation fields of a new account; empty without an invitation. */
export const invitation = () => {
  const { inviteType, inviteCode } = session.store.getState()
  return inviteCode ? { inviteType, inviteCode } : {}
}
