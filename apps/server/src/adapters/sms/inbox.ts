import type { Clock } from '../../platform/clock.ts'
import type { Actions } from '../tencent-cloud/embedded.ts'

export interface InboxMessage {
  readonly mobilePhone: string
  /** Empty for notices. */
  readonly code: string
  readonly text: string
  readonly receivedAt: number
}

/** Messages that phones would have received, newest first. */
export interface SmsInbox {
  list(): readonly InboxMessage[]
  /** The vendor's API actions, performed by the embedded service. */
  readonly actions: Actions
}

const KEPT = 200
/** Number to which sending always fails, to show the failure in the demo. */
export const UNREACHABLE_PHONE = '19900000000'

/** Template id of notices. */
export const EMBEDDED_NOTICE = 'embedded-notice'

interface SendSms {
  readonly TemplateId?: string
  readonly PhoneNumberSet?: readonly string[]
  readonly TemplateParamSet?: readonly string[]
}

export const createSmsInbox = (clock: Clock): SmsInbox => {
  const messages: InboxMessage[] = []

  const receive = (sent: SendSms) => {
    const { PhoneNumberSet: numbers = [], TemplateParamSet: parameters = [] } = sent
    const [mobilePhone = ''] = numbers.map((number) => number.replace(/^\+86/, ''))
    const isNotice = sent.TemplateId === EMBEDDED_NOTICE
    const [first = '', minutes = ''] = parameters
    const code = isNotice ? '' : first
    if (mobilePhone === UNREACHABLE_PHONE) return 'FailedOperation.PhoneNumberInBlacklist'
    const text = isNotice
      ? `【云机】${first}，请打开云机查看。`
      : `【云机】验证码 ${code}，${minutes} 分钟内有效。请勿告诉他人。`
    messages.unshift({ mobilePhone, code, text, receivedAt: clock.now().getTime() })
    messages.splice(KEPT)
    return 'Ok'
  }

  return {
    list: () => messages,
    actions: {
      SendSms: (input) => {
        const status = receive(input as SendSms)
        return { answer: { SendStatusSet: [{ Code: status, Message: status }] } }
      },
    },
  }
}
