import { SmsRefused, type SmsSender } from '../../platform/sms.ts'
import { callTencent, type TencentDeps } from '../tencent-cloud/call.ts'

interface TencentSmsOptions extends TencentDeps {
  readonly endpoint: string
  readonly appId: string
  readonly signName: string
  /** Takes two parameters: the code, and how many minutes it is good for. */
  readonly templateId: string
}

interface Sent {
  readonly SendStatusSet: readonly { readonly Code: string; readonly Message: string }[]
}

export const createTencentSms = ({ endpoint, appId, signName, templateId, ...deps }: TencentSmsOptions): SmsSender => ({
  async send({ mobilePhone, code, lifetimeMinutes }) {
    const service = { name: 'sms', version: '2021-01-11', region: 'ap-guangzhou', endpoint }
    const { SendStatusSet: statuses } = await callTencent<Sent>(deps, service, 'SendSms', {
      PhoneNumberSet: [`+86${mobilePhone}`],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: templateId,
      TemplateParamSet: [code, String(lifetimeMinutes)],
    })
    const [status] = statuses
    if (status?.Code !== 'Ok') throw new SmsRefused(`${status?.Code} ${status?.Message}`)
  },
})
