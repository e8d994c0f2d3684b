import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { SmsRefused, type SmsSender } from '../../platform/sms.ts'
import { type AccessKey, alibabaQuery, EMPTY_BODY_HASH, signAlibaba } from './alibaba-sign.ts'

const TIMEOUT_MS = 10_000
const NONCE_BYTES = 16

interface AlibabaSmsOptions {
  readonly endpoint: string
  readonly accessKey: AccessKey
  readonly clock: Clock
  readonly signName: string
  /** Takes one parameter: `code`. */
  readonly templateCode: string
  /** Takes one parameter: `text`. */
  readonly noticeTemplateCode?: string | undefined
}

interface Sent {
  readonly Code?: string
  readonly Message?: string
}

export const createAlibabaSms = (options: AlibabaSmsOptions): SmsSender => {
  const { endpoint, accessKey, clock, signName, templateCode, noticeTemplateCode } = options
  const sendTemplate = async (mobilePhone: string, template: string, parameters: object): Promise<void> => {
    const query = alibabaQuery({
      PhoneNumbers: mobilePhone,
      SignName: signName,
      TemplateCode: template,
      TemplateParam: JSON.stringify(parameters),
    })
    const headers = {
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': EMPTY_BODY_HASH,
      'x-acs-date': clock
        .now()
        .toISOString()
        .replace(/\.\d{3}/, ''),
      'x-acs-signature-nonce': randomBytes(NONCE_BYTES).toString('hex'),
      'x-acs-version': '2017-05-25',
    }
    const authorization = signAlibaba(accessKey, query, { ...headers, host: new URL(endpoint).host })
    const response = await fetch(`${endpoint}/?${query}`, {
      method: 'POST',
      headers: { ...headers, authorization },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { Code: status, Message: message } = (await response.json()) as Sent
    if (!response.ok || status !== 'OK') throw new SmsRefused(`${response.status} ${status} ${message}`)
  }
  return {
    send: ({ mobilePhone, code }) => sendTemplate(mobilePhone, templateCode, { code }),
    canNotify: noticeTemplateCode !== undefined,
    async notify({ mobilePhone, text }) {
      if (!noticeTemplateCode) throw new SmsRefused('no template for notices')
      await sendTemplate(mobilePhone, noticeTemplateCode, { text })
    },
  }
}
