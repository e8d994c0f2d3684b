import { BIND_OVER, BIND_UNKNOWN } from '@yunji/contract/accounts/session/login'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { insertInvite, isActiveUser, isBound } from './store.ts'

const BASE = 36
/** Eleven characters hold every safe integer. */
const PATTERN = /^[0-9A-Z]{1,11}$/

/** Short enough to read out; it identifies the inviter and authorises nothing. */
export const inviteCodeOf = (userId: number): string => userId.toString(BASE).toUpperCase()

export const inviterOf = (inviteCode: string): number | undefined => {
  const code = inviteCode.trim().toUpperCase()
  const userId = PATTERN.test(code) ? Number.parseInt(code, BASE) : 0
  return userId > 0 && Number.isSafeInteger(userId) ? userId : undefined
}

export interface InviteDeps {
  readonly database: Database
  readonly clock: Clock
}

export interface Invitation {
  readonly inviteType?: string | undefined
  readonly inviteCode?: string | undefined
}

/** Once per user, never to oneself, and only to an active account. An impossible binding is ignored. */
export const bindToInviter = async (
  tx: Tx,
  userId: number,
  { inviteType = '', inviteCode = '' }: Invitation,
  now: Date,
): Promise<void> => {
  const inviterId = inviterOf(inviteCode)
  if (inviterId === undefined || inviterId === userId) return
  if (await isActiveUser(tx, inviterId)) await insertInvite(tx, { userId, inviterId, inviteType, createdAt: now })
}

export const getInvite =
  ({ database: { db } }: InviteDeps) =>
  async (userId: number) => ({
    inviteCode: inviteCodeOf(userId),
    bindInfo: (await isBound(db, userId)) ? BIND_OVER : BIND_UNKNOWN,
  })

/** Always answers "over": a retry would change nothing, so the client may forget the invitation. */
export const bindInvite =
  ({ database: { db }, clock }: InviteDeps) =>
  async (userId: number, invitation: Invitation) => {
    await db.transaction((tx) => bindToInviter(tx, userId, invitation, clock.now()))
    return { bindInfo: BIND_OVER }
  }
