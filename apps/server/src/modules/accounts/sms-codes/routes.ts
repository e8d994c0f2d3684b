import { sendAccountCode, sendCode } from '@yunji/contract/accounts/sms/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { loginDeviceOf } from '../../../platform/rate-limit-keys.ts'
import { type SendCodeDeps, sendUserCode, sendVisitorCode } from './send-code.ts'

export const smsRoutes = (deps: SendCodeDeps): Binding[] => [
  bind(sendCode, async ({ mobilePhone, type, deviceToken }, context) => {
    const device = loginDeviceOf(context, deviceToken)
    const { address } = context
    const resendAfterSeconds = await sendVisitorCode(deps)({ mobilePhone, type, device, address })
    return { resendAfterSeconds, deviceToken: device.token }
  }),
  bind(sendAccountCode, async (input, { caller, address }) => ({
    resendAfterSeconds: await sendUserCode(deps)({ ...input, userId: caller.userId, address }),
  })),
]
