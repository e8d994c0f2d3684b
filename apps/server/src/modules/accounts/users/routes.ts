import * as loginCalls from '@yunji/contract/accounts/session/calls'
import * as calls from '@yunji/contract/accounts/user/calls'
import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import type { ShownAgreement } from '@yunji/contract/content/agreement/schema'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind, bindWithSession } from '../../../platform/http/binding.ts'
import { loginDeviceOf } from '../../../platform/rate-limit-keys.ts'
import { type ClientInfo, clientInfoOf } from '../../../platform/sessions/client-info.ts'
import { exchangeAuthToken, issueAuthToken } from './auth-token.ts'
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

/** Runs a login, then records the agreements that were ticked for it. */
const withConsents = async <Login extends LoginResult>(
  { recordLoginConsents }: UserDeps,
  agreements: readonly ShownAgreement[] | undefined,
  client: ClientInfo,
  login: Promise<Login>,
): Promise<Login> => {
  const done = await login
  await recordLoginConsents(done.userId, agreements, client)
  return done
}

const loginRoutes = (deps: LoginDeps): Binding[] => [
  bind(loginCalls.login, ({ mobilePhone, password, code, deviceToken, agreements, ...extras }, context) => {
    const client = clientInfoOf(context, extras)
    const login = logIn(deps)({ mobilePhone, password, code }, client, loginDeviceOf(context, deviceToken))
    return withConsents(deps, agreements, client, login)
  }),
  bind(loginCalls.smsLogin, ({ deviceToken, agreements, ...input }, context) => {
    const { mobilePhone, code, inviteType, inviteCode, ...extras } = input
    const client = clientInfoOf(context, extras)
    const proof = { mobilePhone, code, inviteType, inviteCode }
    const login = logInBySms(deps)(proof, client, loginDeviceOf(context, deviceToken))
    return withConsents(deps, agreements, client, login)
  }),
  bind(loginCalls.oneKeyLogin, () => Promise.reject(new AppError('ONE_KEY_LOGIN_FAILED'))),
  bind(loginCalls.resetPassword, async ({ deviceToken, ...reset }, context) => {
    await resetPassword(deps)(reset, loginDeviceOf(context, deviceToken))
    return null
  }),
]

const wechatRoutes = (deps: UserDeps): Binding[] => [
  bind(loginCalls.getWechatLogin, async () => ({ officialAccount: deps.wechatLogin.officialAccount })),
  bind(loginCalls.wxAppletsLogin, async ({ jsCode, deviceToken, agreements, ...extras }, context) => {
    const client = clientInfoOf(context, extras)
    const identity = await deps.wechatLogin.identifyByApplet(jsCode)
    const login = logInByWechat(deps)(identity, client, loginDeviceOf(context, deviceToken))
    return withConsents(deps, agreements, client, login)
  }),
  bind(loginCalls.wxOfficialAccountLogin, async ({ jsCode, deviceToken, agreements, ...extras }, context) => {
    const client = clientInfoOf(context, extras)
    const identity = await deps.wechatLogin.identifyByOfficialAccount(jsCode, false)
    const login = logInByWechat(deps)(identity, client, loginDeviceOf(context, deviceToken))
    return withConsents(deps, agreements, client, login)
  }),
  bind(loginCalls.wxOfficialAccountLoginPro, async ({ jsCode, deviceToken, agreements, ...input }, context) => {
    const { mobilePhone, code, ...extras } = input
    const client = clientInfoOf(context, extras)
    const identity = await deps.wechatLogin.identifyByOfficialAccount(jsCode, true)
    const phone = mobilePhone && code ? { mobilePhone, code, invitation: {} } : undefined
    const login = logInByWechat(deps)(identity, client, loginDeviceOf(context, deviceToken), phone)
    return withConsents(deps, agreements, client, login)
  }),
  bind(loginCalls.bindWechatPhone, ({ bindTicket, deviceToken, agreements, ...input }, context) => {
    const { mobilePhone, code, inviteType, inviteCode, ...extras } = input
    const client = clientInfoOf(context, extras)
    const phone = { mobilePhone, code, invitation: { inviteType, inviteCode } }
    const login = bindByTicket(deps)(bindTicket, phone, client, loginDeviceOf(context, deviceToken))
    return withConsents(deps, agreements, client, login)
  }),
]

const accountRoutes = (deps: LoginDeps): Binding[] => [
  bindWithSession('profile', calls.getUserInfo, async ({ mobilePhone }, { caller }) => userInfoOf(caller, mobilePhone)),
  bind(calls.exchangeAuthToken, exchangeAuthToken(deps)),
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
