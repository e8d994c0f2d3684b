import * as calls from '@yunji/contract/accounts/session/calls'
import type { WechatLoginResult } from '@yunji/contract/accounts/user/schema'
import type { Call, CallData, CallInput } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { callApi } from '../../../../shared/api/client.ts'
import { enterAccount } from './enter-account.ts'
import { invitation, loginExtras } from './login-extras.ts'

const callLogin = async <C extends Call>(call: C, input: CallInput<C>): Promise<CallData<C>> => {
  const { code, msg, data } = await callApi(call, input)
  if (code !== ErrorCode.OK) throw new ApiError(msg, { code, data })
  return data as CallData<C>
}

/** Login by password, with an SMS code when the server requires one. */
export const logInByPassword = async (mobilePhone: string, password: string, code?: string): Promise<void> =>
  enterAccount(await callLogin(calls.login, { mobilePhone, password, ...(code && { code }), ...loginExtras() }), {
    mobilePhone,
  })

/** Registers on first use. */
export const logInByCode = async (mobilePhone: string, code: string): Promise<void> =>
  enterAccount(await callLogin(calls.smsLogin, { mobilePhone, code, ...loginExtras(), ...invitation() }), {
    mobilePhone,
  })

const enterFromWechat = ({ openid, ...login }: WechatLoginResult, mobilePhone?: string): void =>
  enterAccount(login, { openId: openid, mobilePhone })

export const logInByApplet = async (jsCode: string): Promise<void> =>
  enterFromWechat(await callLogin(calls.wxAppletsLogin, { jsCode, ...loginExtras() }))

/** The specification's login type of an official account. */
const OFFICIAL_ACCOUNT = 2

/** With the user-info scope, a new account gets the WeChat name. */
export const logInByOfficialAccount = async (jsCode: string, hasProfileScope: boolean): Promise<void> => {
  const call = hasProfileScope ? calls.wxOfficialAccountLoginPro : calls.wxOfficialAccountLogin
  enterFromWechat(await callLogin(call, { jsCode, loginType: OFFICIAL_ACCOUNT, ...loginExtras() }))
}

export const logInByBinding = async (bindTicket: string, mobilePhone: string, code: string): Promise<void> =>
  enterFromWechat(
    await callLogin(calls.bindWechatPhone, { bindTicket, mobilePhone, code, ...loginExtras(), ...invitation() }),
    mobilePhone,
  )
