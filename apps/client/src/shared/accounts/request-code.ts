import { sendAccountCode, sendCode } from '@yunji/contract/accounts/sms/calls'
import { openPurposes, type SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { isMobile, MOBILE_MESSAGE } from '@yunji/contract/validation/credentials'
import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError, messageOf } from '../api/api-error.ts'
import type { CallApi } from '../api/create-client.ts'
import type { DeviceToken } from '../session/device-token.ts'

export interface CodeRequestResult {
  /** Seconds until the next request is allowed; absent without a wait. */
  readonly waitSeconds?: number
  /** Reason why no code was sent. */
  readonly refusal?: string
}

/** No indicator: the button shows that a code is being sent. */
const ownSigns = { hasIndicator: false }

const isOpen = (purpose: SmsPurpose): boolean => openPurposes.some((open) => open === purpose)

/** Another page or tab requested a code: its countdown continues here. */
const refused = (error: unknown): CodeRequestResult => {
  if (!(error instanceof ApiError)) return { refusal: messageOf(error) }
  const waitSeconds =
    error.code === ErrorCode.SMS_NEED_NOT_RESEND ? parseAs(sendCode.data, error.data)?.resendAfterSeconds : undefined
  return { ...(waitSeconds !== undefined && { waitSeconds }), ...(!error.isShown && { refusal: error.message }) }
}

/** Has a code sent by the call that its purpose belongs to. Without a number it goes to the account's own. */
export const createCodeRequest =
  (callApi: CallApi, device: DeviceToken) =>
  async (type: SmsPurpose, mobilePhone: string | undefined): Promise<CodeRequestResult> => {
    if (mobilePhone !== undefined && !isMobile(mobilePhone))
      return { refusal: mobilePhone ? MOBILE_MESSAGE : '请先输入手机号' }
    try {
      const { code, msg, data } = isOpen(type)
        ? await callApi(sendCode, { type, mobilePhone: mobilePhone ?? '', ...device.sent() }, ownSigns)
        : await callApi(sendAccountCode, { type, mobilePhone }, ownSigns)
      if (code === ErrorCode.OK) device.save(data.deviceToken)
      return code === ErrorCode.OK ? { waitSeconds: data.resendAfterSeconds } : { refusal: msg }
    } catch (error) {
      return refused(error)
    }
  }
