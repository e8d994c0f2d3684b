import { sendAccountCode, sendCode } from '@yunji/contract/accounts/sms/calls'
import { openPurposes, ownPhonePurposes, SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { loginDeviceOf } from '../../../platform/client-origin.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { isKnownDevice } from '../../../platform/login-devices.ts'
import { userRequester, visitorRequester } from './origins.ts'
import type { SmsCodes } from './sms-codes.ts'
import { findOwnPhone } from './store.ts'

interface SmsRouteDeps {
  readonly database: Database
  readonly smsCodes: SmsCodes
}

export const smsRoutes = ({ database, smsCodes }: SmsRouteDeps): Binding[] => [
  bind(sendCode, async ({ mobilePhone, type, deviceToken }, context) => {
    const purpose = oneOf(openPurposes, type)
    const device = loginDeviceOf(context, deviceToken)
    const requester = visitorRequester(device, await isKnownDevice(database.db, mobilePhone, device.key))
    const resendAfterSeconds = await smsCodes.send(mobilePhone, purpose, requester, context.address)
    return { resendAfterSeconds, deviceToken: device.token }
  }),
  bind(sendAccountCode, async ({ mobilePhone, type }, { caller, address }) => {
    const purpose = oneOf([...ownPhonePurposes, SmsPurpose.changePhone], type)
    const own = await findOwnPhone(database.db, caller.userId)
    const isForNewPhone = purpose === SmsPurpose.changePhone
    // Only the code for a new number goes to the number in the request; all others go to the account's own.
    const receiver = isForNewPhone ? mobilePhone : own
    if (!receiver || (mobilePhone !== undefined && (mobilePhone === own) === isForNewPhone))
      throw new AppError('PHONE_VERIFICATION_FAILED')
    const requester = userRequester(caller.userId, !isForNewPhone)
    return { resendAfterSeconds: await smsCodes.send(receiver, purpose, requester, address) }
  }),
]

const oneOf = <Purpose extends SmsPurpose>(purposes: readonly Purpose[], type: string): Purpose => {
  const found = purposes.find((purpose) => purpose === type)
  if (!found) throw new AppError('SMS_TYPE_FAILED')
  return found
}
