import type { LoginResult } from '@yunji/contract/accounts/user/schema'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { rememberDevice } from '../../../platform/login-devices.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { LoginDevice } from '../../../platform/rate-limit-keys.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import { issueWelcomeCoupons } from '../../commerce/coupons/index.ts'
import { takeUpGrants } from '../../devices/grants/index.ts'
import { announceTransfers } from '../../devices/transfers/index.ts'
import { bindToInviter, type Invitation } from '../invites/index.ts'
import type { UserDeps } from './deps.ts'
import { reportNewLogin } from './report-new-login.ts'
import { cancelDeletion, findUserByPhone, registerUser, type UserRow } from './store.ts'

const SHOWN_DIGITS = 4

const nameOf = (mobilePhone: string): string => `云机用户${mobilePhone.slice(-SHOWN_DIGITS)}`

interface Newcomer {
  readonly mobilePhone: string
  /** Name in WeChat. */
  readonly name?: string
  readonly invitation: Invitation
}

/** User of a proven number; registers an unknown one. */
export const findOrRegister = async (
  tx: Tx,
  outbox: Outbox,
  { mobilePhone, name = nameOf(mobilePhone), invitation }: Newcomer,
  now: Date,
): Promise<UserRow> => {
  const registered = await registerUser(tx, mobilePhone, name, now)
  if (registered) {
    await bindToInviter(tx, registered.id, invitation, now)
    await issueWelcomeCoupons(tx, registered.id, now)
    await takeUpGrants(tx, outbox, registered.id, mobilePhone)
    await announceTransfers(tx, outbox, registered.id, mobilePhone)
  }
  const user = registered ?? (await findUserByPhone(tx, mobilePhone))
  if (!user) throw new Error('a number that is taken has no user')
  return user
}

/** Last step of every login without password. Cancels a pending deletion. */
export const completeLogin = async (
  tx: Tx,
  { sessions, outbox, clock }: Pick<UserDeps, 'sessions' | 'outbox' | 'clock'>,
  user: UserRow,
  client: ClientInfo,
  device: LoginDevice,
): Promise<LoginResult> => {
  if (user.frozenAt) throw new AppError('ACCOUNT_FROZEN')
  await cancelDeletion(tx, user.id)
  await reportNewLogin(tx, outbox, user.id, client, clock.now())
  await rememberDevice(tx, user.id, device.key, clock.now())
  const token = await sessions.start(tx, user.id, client)
  return { token, userId: user.id, showModifyPassword: user.passwordHash ? 0 : 1, deviceToken: device.token }
}
