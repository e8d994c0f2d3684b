import { openPurposes, ownPhonePurposes, SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { isKnownDevice } from '../../../platform/login-devices.ts'
import type { LoginDevice } from '../../../platform/rate-limit-keys.ts'
import { userRequester, visitorRequester } from './code-scopes.ts'
import type { SmsCodes } from './sms-codes.ts'
import { findOwnPhone } from './store.ts'

export interface SendCodeDeps {
  readonly database: Database
  readonly smsCodes: SmsCodes
}

interface VisitorCode {
  readonly mobilePhone: string
  readonly type: string
  readonly device: LoginDevice
  readonly address: string
}

/** Sends a code without a login; returns the seconds until the next request is allowed. */
export const sendVisitorCode =
  ({ database, smsCodes }: SendCodeDeps) =>
  async ({ mobilePhone, type, device, address }: VisitorCode): Promise<number> => {
    const purpose = oneOf(openPurposes, type)
    const requester = visitorRequester(device, await isKnownDevice(database.db, mobilePhone, device.key))
    return smsCodes.send(mobilePhone, purpose, requester, address)
  }

interface UserCode {
  readonly userId: number
  readonly mobilePhone?: string | undefined
  readonly type: string
  readonly address: string
}

/** Sends a code to a logged-in user; returns the seconds until the next request is allowed. */
export const sendUserCode =
  ({ database, smsCodes }: SendCodeDeps) =>
  async ({ userId, mobilePhone, type, address }: UserCode): Promise<number> => {
    const purpose = oneOf([...ownPhonePurposes, SmsPurpose.changePhone], type)
    const own = await findOwnPhone(database.db, userId)
    const isForNewPhone = purpose === SmsPurpose.changePhone
    // Only the code for a new number goes to the number in the request; all others go to the account's own.
    const receiver = isForNewPhone ? mobilePhone : own
    if (!receiver || (mobilePhone !== undefined && (mobilePhone === own) === isForNewPhone))
      throw new AppError('PHONE_VERIFICATION_FAILED')
    return smsCodes.send(receiver, purpose, userRequester(userId, !isForNewPhone), address)
  }

const oneOf = <Purpose extends SmsPurpose>(purposes: readonly Purpose[], type: string): Purpose => {
  const found = purposes.find((purpose) => purpose === type)
  if (!found) throw new AppError('SMS_TYPE_FAILED')
  return found
}
