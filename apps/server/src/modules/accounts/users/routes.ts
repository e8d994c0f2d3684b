import * as loginCalls from '@yunji/contract/accounts/session/calls'
import * as calls from '@yunji/contract/accounts/user/calls'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind, bindWithSession } from '../../../platform/http/binding.ts'
import { loginDeviceOf } from '../../../platform/rate-limit-keys.ts'
import { clientInfoOf } from '../../../platform/sessions/client-info.ts'
import { issueAuthToken } from './auth-token.ts'
import { changePassword, resetPassword, setUpPassword } from './change-password.ts'
import { changePhone, checkOldPhone } from './change-phone.ts'
import type { LoginDeps, UserDeps } from './deps.ts'
import { userInfoOf } from './get-user-info.ts'
import { logIn } from './log-in-by-password.ts'
import { logInBySms } from './log-in-by-sms.ts'
import { bindByTicket, logInByWechat } from './log-in-by-wechat.ts'
import { logOut } from './log-out.ts'
import { createLoginStore } from './login-store.ts'
import { createPasswordAttempts } from './password-attempt-store.ts'

export const userRoutes = (shared: UserDeps): Binding[] => {
  const { database, clock } = shared
  const loginStore = createLoginStore(database.pool, clock)
  const deps = { ...shared, loginStore, passwordAttempts: createPasswordAttempts(database.pool, clock) }
  return [...loginRoutes(deps), ...wechatRoutes(deps), ...accountRoutes(deps)]
}

const loginRoutes = (deps: LoginDeps): Binding[] => [
  bind(loginCalls.login, ({ mobilePhone, password, code, deviceToken, ...extras }, context) =>
    logIn(deps)({ mobilePhone, password, code }, clientInfoOf(context, extras), loginDeviceOf(context, deviceToken)),
  ),
  bind(loginCalls.smsLogin, ({ mobilePhone, code, inviteType, inviteCode, deviceToken, ...extras }, context) =>
    logInBySms(deps)(
      { mobilePhone, code, inviteType, inviteCode },
      clientInfoOf(context, extras),
      loginDeviceOf(context, deviceToken),
    ),
  ),
  bind(loginCalls.oneKeyLogin, () => Promise.reject(new AppError('ONE_KEY_LOGIN_FAILED'))),
  bind(loginCalls.resetPassword, async ({ deviceToken, ...reset }, context) => {
    await resetPassword(deps)(reset, loginDeviceOf(context, deviceToken))
    return null
  }),
]

const wechatRoutes = (deps: UserDeps): Binding[] => [
  bind(loginCalls.getWechatLogin, async () => ({ officialAccount: deps.wechatLogin.officialAccount })),
  bind(loginCalls.wxAppletsLogin, async ({ jsCode, deviceToken, ...extras }, context) =>
    logInByWechat(deps)(
      await deps.wechatLogin.identifyByApplet(jsCode),
      clientInfoOf(context, extras),
      loginDeviceOf(context, deviceToken),
    ),
  ),
  bind(loginCalls.wxOfficialAccountLogin, async ({ jsCode, deviceToken, ...extras }, context) => {
    const identity = await deps.wechatLogin.identifyByOfficialAccount(jsCode, false)
    return logInByWechat(deps)(identity, clientInfoOf(context, extras), loginDeviceOf(context, deviceToken))
  }),
  bind(loginCalls.wxOfficialAccountLoginPro, async ({ jsCode, mobilePhone, code, deviceToken, ...extras }, context) => {
    const identity = await deps.wechatLogin.identifyByOfficialAccount(jsCode, true)
    const phone = mobilePhone && code ? { mobilePhone, code, invitation: {} } : undefined
    return logInByWechat(deps)(identity, clientInfoOf(context, extras), loginDeviceOf(context, deviceToken), phone)
  }),
  bind(loginCalls.bindWechatPhone, ({ bindTicket, deviceToken, ...input }, context) => {
    const { mobilePhone, code, inviteType, inviteCode, ...extras } = input
    const phone = { mobilePhone, code, invitation: { inviteType, inviteCode } }
    const device = loginDeviceOf(context, deviceToken)
    return bindByTicket(deps)(bindTicket, phone, clientInfoOf(context, extras), device)
  }),
]

const accountRoutes = (deps: LoginDeps): Binding[] => [
  bindWithSession('profile', calls.getUserInfo, async ({ mobilePhone }, { caller }) => userInfoOf(caller, mobilePhone)),
  bind(calls.getAuthToken, async (_input, { caller }) => ({ token: issueAuthToken(deps.signedTokens, caller) })),
  bind(loginCalls.logoutUser, async (_input, { caller }) => {
    await logOut(deps)(caller)
    return null
  }),
  bind(calls.updateUserPassword, async ({ deviceToken, ...change }, context) => {
    await changePassword(deps)(context.caller, change, loginDeviceOf(context, deviceToken))
    return null
  }),
  bind(calls.firstUpdateUserPassword, async ({ newPassword }, { caller }) => {
    await setUpPassword(deps)(caller, newPassword)
    return null
  }),
  bind(calls.checkOldMobile, (input, { caller }) => checkOldPhone(deps)(caller, input)),
  bind(calls.changeBindingMobile, async (input, { caller }) => {
    await changePhone(deps)(caller, input)
    return null
  }),
]
