import { SmsRefused, type SmsSender } from '../../platform/sms.ts'
import { callTencent, type TencentDeps } from '../tencent-cloud/call.ts'

interface TencentSmsOptions extends TencentDeps {
  readonly endpoint: string
  readonly appId: string
  readonly signName: string
  /** Takes two parameters: the code, and its validity in minutes. */
  readonly templateId: string
  /** Takes one parameter: the text. */
  readonly noticeTemplateId?: string | undefined
}

interface Sent {
  readonly SendStatusSet: readonly { readonly Code: string; readonly Message: string }[]
}

export const createTencentSms = (options: TencentSmsOptions): SmsSender => {
  const { endpoint, appId, signName, templateId, noticeTemplateId, ...deps } = options
  const service = { name: 'sms', version: '2021-01-11', region: 'ap-guangzhou', endpoint }
  const sendTemplate = async (mobilePhone: string, template: string, parameters: readonly string[]): Promise<void> => {
    const { SendStatusSet: statuses } = await callTencent<Sent>(deps, service, 'SendSms', {
      PhoneNumberSet: [`+86${mobilePhone}`],
      SmsSdkAppId: appId,
      SignName: signName,
      TemplateId: template,
      TemplateParamSet: parameters,
    })
    const [status] = statuses
    if (status?.Code !== 'Ok') throw new SmsRefused(`${status?.Code} ${status?.Message}`)
  }
  return {
    send: ({ mobilePhone, code, lifetimeMinutes }) =>
      sendTemplate(mobilePhone, templateId, [code, String(lifetimeMinutes)]),
    canNotify: noticeTemplateId !== undefined,
    async notify({ mobilePhone, text }) {
      if (!noticeTemplateId) throw new SmsRefused('no template for notices')
      await sendTemplate(mobilePhone, noticeTemplateId, [text])
    },
  }
}
