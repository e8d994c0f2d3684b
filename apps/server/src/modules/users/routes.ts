import * as accountCalls from '@yunji/contract/user/account-calls'
import * as calls from '@yunji/contract/user/calls'
import * as loginCalls from '@yunji/contract/user/login-calls'
import * as securityCalls from '@yunji/contract/user/security-calls'
import { AppError } from '../../platform/errors.ts'
import { type Binding, bind, bindWith } from '../../platform/http/binding.ts'
import { originOf } from '../../platform/sessions/origin.ts'
import { giveAuthToken } from './auth-token.ts'
import type { LoginDeps, UserDeps } from './deps.ts'
import { logIn, logOut } from './login.ts'
import { createLoginStore } from './login-store.ts'
import { bindByTicket, logInByMessaging } from './messaging.ts'
import { changePassword, resetPassword, setUpPassword } from './password-change.ts'
import { changePhone, checkOldPhone } from './phone-change.ts'
import { logInBySms } from './sms-login.ts'
import { userInfoOf } from './user-info.ts'

export const userRoutes = (outside: UserDeps): Binding[] => {
  const deps = { ...outside, loginStore: createLoginStore(outside.database.pool, outside.clock) }
  return [...waysIn(deps), ...messagingRoutes(deps), ...own(deps)]
}

const waysIn = (deps: LoginDeps): Binding[] => [
  bind(loginCalls.login, ({ mobilePhone, password, ...extras }, context) =>
    logIn(deps)(mobilePhone, password, originOf(context, extras)),
  ),
  bind(loginCalls.smsLogin, ({ mobilePhone, code, inviteType, inviteCode, ...extras }, context) =>
    logInBySms(deps)({ mobilePhone, code, inviteType, inviteCode }, originOf(context, extras)),
  ),
  bind(loginCalls.oneKeyLogin, () => Promise.reject(new AppError('ONE_KEY_LOGIN_FAILED'))),
  bind(loginCalls.resetPassword, async ({ mobilePhone, code, newPassword }) => {
    await resetPassword(deps)(mobilePhone, code, newPassword)
    return null
  }),
]

const messagingRoutes = (deps: UserDeps): Binding[] => [
  bind(loginCalls.getMessagingLogin, async () => ({ officialAccount: deps.messagingLogin.officialAccount })),
  bind(loginCalls.wxAppletsLogin, async ({ jsCode, ...extras }, context) =>
    logInByMessaging(deps)(await deps.messagingLogin.identifyByApplet(jsCode), originOf(context, extras)),
  ),
  bind(loginCalls.wxOfficialAccountLogin, async ({ jsCode, ...extras }, context) => {
    const identity = await deps.messagingLogin.identifyByOfficialAccount(jsCode, false)
    return logInByMessaging(deps)(identity, originOf(context, extras))
  }),
  bind(loginCalls.wxOfficialAccountLoginPro, async ({ jsCode, mobilePhone, code, ...extras }, context) => {
    const identity = await deps.messagingLogin.identifyByOfficialAccount(jsCode, true)
    const phone = mobilePhone && code ? { mobilePhone, code, invitation: {} } : undefined
    return logInByMessaging(deps)(identity, originOf(context, extras), phone)
  }),
  bind(loginCalls.bindMessagingPhone, ({ bindTicket, mobilePhone, code, inviteType, inviteCode, ...extras }, context) =>
    bindByTicket(deps)(
      bindTicket,
      { mobilePhone, code, invitation: { inviteType, inviteCode } },
      originOf(context, extras),
    ),
  ),
]

const own = (deps: LoginDeps): Binding[] => [
  bindWith('profile', calls.getUserInfo, async ({ mobilePhone }, { caller }) => userInfoOf(caller, mobilePhone)),
  bind(accountCalls.getAuthToken, async (_input, { caller }) => ({ token: giveAuthToken(deps.signedTokens, caller) })),
  bind(loginCalls.logoutUser, async (_input, { caller }) => {
    await logOut(deps)(caller)
    return null
  }),
  bind(securityCalls.updateUserPassword, async ({ oldPassword, newPassword }, { caller }) => {
    await changePassword(deps)(caller, oldPassword, newPassword)
    return null
  }),
  bind(securityCalls.firstUpdateUserPassword, async ({ newPassword }, { caller }) => {
    await setUpPassword(deps)(caller, newPassword)
    return null
  }),
  bind(securityCalls.checkOldMobile, (input, { caller }) => checkOldPhone(deps)(caller, input)),
  bind(securityCalls.changeBindingMobile, async (input, { caller }) => {
    await changePhone(deps)(caller, input)
    return null
  }),
]
