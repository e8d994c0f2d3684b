import type { getShare as getCall, openShare as openCall } from '@yunji/contract/devices/grant/calls'
import { SHARE_PIN_TRIES } from '@yunji/contract/devices/grant/rules'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../../platform/errors.ts'
import { issueTicket } from '../streams/index.ts'
import type { ShareDeps } from './deps.ts'
import { hashesOf, isHashOf } from './share-secrets.ts'
import { countPinFailure, findSessionId, findShare, forgivePinFailure, type ShareRow, takeUse } from './share-store.ts'

type Credential = CallArguments<typeof getCall>

/** Missing, ended, revoked and used-up shares look alike. */
const find = async ({ database: { db }, clock, signingKeys }: ShareDeps, { secret, cardCode }: Credential) => {
  const found = await findShare(db, clock, hashesOf(signingKeys, secret ?? cardCode ?? ''))
  if (!found) throw new AppError('NOT_FOUND', { text: '分享不存在、已结束或次数已用完' })
  return found
}

/** What a link or card code opens, for a visitor. */
export const getShare =
  (deps: ShareDeps) =>
  async (credential: Credential): Promise<CallData<typeof getCall>> => {
    const { share, access, expiresAt } = await find(deps, credential)
    return { access, hasPin: share.pinHash !== null, expiresAt: expiresAt.getTime() }
  }

/** Ticket of a guest. A device that shows no screen now takes no use. */
export const openShare =
  (deps: ShareDeps) =>
  async ({ pin, ...credential }: CallArguments<typeof openCall>): Promise<CallData<typeof openCall>> => {
    const { database, tickets } = deps
    const { share, access } = await find(deps, credential)
    await assertPin(deps, share, pin)
    const sessionId = await findSessionId(database.db, share.guestId)
    if (sessionId === undefined) throw new Error(`share ${share.id} has no session`)
    const guest = { userId: share.guestId, sessionId, isFrozen: false }
    const ticket = await issueTicket({ database, tickets })(guest, share.deviceId, access, access)
    if (await takeUse(database.db, share.id)) return ticket
    await tickets.withdraw(ticket.ticket)
    throw new AppError('NOT_FOUND', { text: '分享不存在、已结束或次数已用完' })
  }

/** A try is counted before it is answered, so that concurrent guesses have no more of them. */
const assertPin = async (
  { database: { db }, signingKeys }: ShareDeps,
  { id, pinHash, pinFailures }: ShareRow,
  pin: string | undefined,
): Promise<void> => {
  if (!pinHash) return
  const locked = () => new AppError('SHOW_ERROR_TIP', { text: '访问密码错误次数过多，请联系分享的人' })
  if (pinFailures >= SHARE_PIN_TRIES) throw locked()
  if (pin === undefined) throw new AppError('SHOW_ERROR_TIP', { text: '请输入访问密码' })
  const failures = await countPinFailure(db, id)
  if (failures === undefined) throw locked()
  if (isHashOf(signingKeys, pinHash, pin)) return forgivePinFailure(db, id)
  if (failures >= SHARE_PIN_TRIES) throw locked()
  throw new AppError('SHOW_ERROR_TIP', { text: `访问密码不正确，还可以试 ${SHARE_PIN_TRIES - failures} 次` })
}
