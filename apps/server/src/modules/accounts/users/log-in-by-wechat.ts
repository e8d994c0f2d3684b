import { isNickname } from '@yunji/contract/accounts/profile/rules'
import { SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import type { PhoneToBind, WechatLoginResult } from '@yunji/contract/accounts/user/schema'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { LoginDevice } from '../../../platform/rate-limit-keys.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import type { WechatIdentity } from '../../../platform/wechat-login.ts'
import type { Invitation } from '../invites/index.ts'
import { guessSourceOf } from '../sms-codes/index.ts'
import { completeLogin, findOrRegister } from './complete-login.ts'
import type { UserDeps } from './deps.ts'
import type { UserRow } from './store.ts'
import { findUserByOpenid, findUserByUnionid, hasOtherAccount, insertWechatAccount } from './wechat-store.ts'

const BIND_PURPOSE = 'bind-wechat-account'
/** Time to request, receive and type a code, twice. */
const BIND_LIFETIME_MS = 10 * MINUTE_MS

interface ProvedPhone {
  readonly mobilePhone: string
  readonly code: string
  readonly invitation: Invitation
}

type Identity = WechatIdentity | null

/** Logs in a bound WeChat account; a new one gets a ticket to bind a phone. */
export const logInByWechat =
  (deps: UserDeps) =>
  async (
    identity: Identity,
    client: ClientInfo,
    device: LoginDevice,
    phone?: ProvedPhone,
  ): Promise<WechatLoginResult> => {
    if (!identity) throw new AppError('WECHAT_ACCOUNT_EMPTY', { text: '微信授权已失效，请重新授权' })
    if (phone) return bindPhone(deps)(identity, phone, client, device)
    const login = await deps.database.db.transaction(async (tx) => {
      const user = await findBoundUser(deps, tx, identity)
      return user && completeLogin(tx, deps, user, client, device)
    })
    if (login) return { ...login, openid: identity.openid }
    const data: PhoneToBind = {
      bindTicket: deps.signedTokens.sign(BIND_PURPOSE, identity, BIND_LIFETIME_MS),
      openid: identity.openid,
    }
    throw new AppError('USER_NOT_REGISTERED', { text: '首次使用微信登录，请绑定手机号', data })
  }

/** A user known by `unionid` from another of our apps needs no phone again. */
const findBoundUser = async ({ clock }: UserDeps, tx: Tx, identity: WechatIdentity): Promise<UserRow | undefined> => {
  const known = await findUserByOpenid(tx, identity)
  if (known || !identity.unionid) return known
  const elsewhere = await findUserByUnionid(tx, identity.unionid)
  if (elsewhere) await insertWechatAccount(tx, identity, elsewhere.id, clock.now())
  return elsewhere
}

export const bindByTicket =
  (deps: UserDeps) =>
  (bindTicket: string, phone: ProvedPhone, client: ClientInfo, device: LoginDevice): Promise<WechatLoginResult> => {
    const identity = deps.signedTokens.read<WechatIdentity>(BIND_PURPOSE, bindTicket) ?? null
    return logInByWechat(deps)(identity, client, device, phone)
  }

const bindPhone =
  (deps: UserDeps) =>
  async (
    identity: WechatIdentity,
    { mobilePhone, code, invitation }: ProvedPhone,
    client: ClientInfo,
    device: LoginDevice,
  ): Promise<WechatLoginResult> => {
    await deps.smsCodes.use(mobilePhone, SmsPurpose.bindPhone, code, guessSourceOf(device.rateLimitKeys))
    const login = await deps.database.db.transaction(async (tx) => {
      const now = deps.clock.now()
      const known = await findUserByOpenid(tx, identity)
      const newcomer = { mobilePhone, invitation, ...(isNickname(identity.name) && { name: identity.name }) }
      const user = known ?? (await findOrRegister(tx, deps.outbox, newcomer, now))
      if (!known) await bindAccount(tx, identity, user, now)
      return completeLogin(tx, deps, user, client, device)
    })
    return { ...login, openid: identity.openid }
  }

const bindAccount = async (tx: Tx, identity: WechatIdentity, user: UserRow, now: Date): Promise<void> => {
  const isTaken = await hasOtherAccount(tx, user.id, identity.appId)
  if (isTaken || !(await insertWechatAccount(tx, identity, user.id, now)))
    throw new AppError('USER_ALREADY_REGISTERED', { text: '该手机号已绑定其他微信' })
}
