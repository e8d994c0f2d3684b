import { BIND_OVER, BIND_UNKNOWN } from '@yunji/contract/accounts/session/login'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { invites, users } from '../../../tables/identity.ts'

const BASE = 36
/** Long enough for every id that a number holds. */
const PATTERN = /^[0-9A-Z]{1,11}$/

/** Short to read out; it names who invites and opens nothing. */
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

/** Once per person, never to oneself, and only to somebody who is there. A binding that cannot be is no failure. */
export const bindToInviter = async (
  tx: Tx,
  userId: number,
  { inviteType = '', inviteCode = '' }: Invitation,
  now: Date,
): Promise<void> => {
  const inviterId = inviterOf(inviteCode)
  if (inviterId === undefined || inviterId === userId) return
  const [inviter] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, inviterId), isNull(users.erasedAt)))
  if (inviter) await tx.insert(invites).values({ userId, inviterId, inviteType, createdAt: now }).onConflictDoNothing()
}

const isBound = async (tx: Tx | Db, userId: number): Promise<boolean> => {
  const found = await tx.select({ userId: invites.userId }).from(invites).where(eq(invites.userId, userId))
  return found.length > 0
}

export const getInvite =
  ({ database: { db } }: InviteDeps) =>
  async (userId: number) => ({
    inviteCode: inviteCodeOf(userId),
    bindInfo: (await isBound(db, userId)) ? BIND_OVER : BIND_UNKNOWN,
  })

/** Whatever came of it, asking again would change nothing: the client may forget the invitation. */
export const bindInvite =
  ({ database: { db }, clock }: InviteDeps) =>
  async (userId: number, invitation: Invitation) => {
    await db.transaction((tx) => bindToInviter(tx, userId, invitation, clock.now()))
    return { bindInfo: BIND_OVER }
  }
