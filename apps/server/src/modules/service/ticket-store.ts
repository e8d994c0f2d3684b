import type { TicketState } from '@yunji/contract/service/machine'
import { CONTACT_TICKETS_SHOWN_DAYS } from '@yunji/contract/service/rules'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { users } from '../../tables/identity.ts'
import { serviceArticleVotes, servicePictures, serviceReplies, serviceTickets } from '../../tables/service.ts'

/** Side of a ticket that is not ours: an account, or a number that was proved by SMS. */
export type TicketOwner =
  | { readonly userId: number; readonly contactPhone?: never }
  | { readonly contactPhone: string; readonly userId?: never }

export type TicketRow = typeof serviceTickets.$inferSelect
export type ReplyRow = typeof serviceReplies.$inferSelect

/** A number reads its tickets of the last months only: it may be another person's by then. */
const isOf = ({ userId, contactPhone }: TicketOwner, now: Date): SQL | undefined =>
  userId === undefined
    ? and(
        eq(serviceTickets.contactPhone, contactPhone),
        gt(serviceTickets.createdAt, later(now, -CONTACT_TICKETS_SHOWN_DAYS * DAY_MS)),
      )
    : eq(serviceTickets.userId, userId)

/** Until the transaction ends nobody else opens or answers a ticket of the owner, so that counts are complete. */
export const lockOwner = async (tx: Tx, { userId, contactPhone }: TicketOwner): Promise<void> => {
  const name = `service_tickets ${userId ?? contactPhone}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

export const countOwn = async (tx: Tx, owner: TicketOwner, now: Date): Promise<{ open: number; today: number }> => {
  const [counts] = await tx
    .select({
      open: sql`count(*) filter (where ${ne(serviceTickets.state, 'closed')})`.mapWith(Number),
      today: sql`count(*) filter (where ${gt(serviceTickets.createdAt, later(now, -DAY_MS))})`.mapWith(Number),
    })
    .from(serviceTickets)
    .where(isOf(owner, now))
  return counts ?? { open: 0, today: 0 }
}

/** The customer's own replies in all tickets since an instant. */
export const countReplies = async (tx: Tx, owner: TicketOwner, since: Date, now: Date): Promise<number> => {
  const [row] = await tx
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(serviceReplies)
    .innerJoin(serviceTickets, eq(serviceTickets.id, serviceReplies.ticketId))
    .where(and(isOf(owner, now), eq(serviceReplies.author, 'customer'), gt(serviceReplies.createdAt, since)))
  return row?.total ?? 0
}

export const countTicketReplies = (tx: Tx, ticketId: number): Promise<number> =>
  tx.$count(serviceReplies, eq(serviceReplies.ticketId, ticketId))

/** Account of a number; undefined without one. */
export const findUserByPhone = async (tx: Tx, mobilePhone: string): Promise<number | undefined> => {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.mobilePhone, mobilePhone), isNull(users.erasedAt)))
  return user?.id
}

export const insertTicket = async (tx: Tx, ticket: typeof serviceTickets.$inferInsert): Promise<TicketRow> => {
  const [row] = await tx.insert(serviceTickets).values(ticket).returning()
  return row as TicketRow
}

export const insertReply = async (tx: Tx, reply: typeof serviceReplies.$inferInsert): Promise<number> => {
  const [row] = await tx.insert(serviceReplies).values(reply).returning({ id: serviceReplies.id })
  return row?.id ?? 0
}

export const listTickets = (
  db: Db,
  owner: TicketOwner,
  { page, rows }: { page: number; rows: number },
  now: Date,
): Promise<TicketRow[]> =>
  db
    .select()
    .from(serviceTickets)
    .where(isOf(owner, now))
    .orderBy(desc(serviceTickets.updatedAt), desc(serviceTickets.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countTickets = (db: Db, owner: TicketOwner, now: Date): Promise<number> =>
  db.$count(serviceTickets, isOf(owner, now))

export const findTicket = async (
  db: Db,
  owner: TicketOwner,
  ticketId: number,
  now: Date,
): Promise<TicketRow | undefined> => {
  const [row] = await db
    .select()
    .from(serviceTickets)
    .where(and(eq(serviceTickets.id, ticketId), isOf(owner, now)))
  return row
}

/** Undefined for somebody else's. */
export const lockTicket = async (
  tx: Tx,
  owner: TicketOwner,
  ticketId: number,
  now: Date,
): Promise<TicketRow | undefined> => {
  const [row] = await tx
    .select()
    .from(serviceTickets)
    .where(and(eq(serviceTickets.id, ticketId), isOf(owner, now)))
    .for('update')
  return row
}

export const listReplies = (db: Db, ticketId: number): Promise<ReplyRow[]> =>
  db.select().from(serviceReplies).where(eq(serviceReplies.ticketId, ticketId)).orderBy(asc(serviceReplies.id))

export const listTicketPictures = (db: Db, ticketId: number) =>
  db
    .select({ id: servicePictures.id, replyId: servicePictures.replyId })
    .from(servicePictures)
    .where(eq(servicePictures.ticketId, ticketId))
    .orderBy(asc(servicePictures.replyId), asc(servicePictures.position))

export const updateTicket = async (
  tx: Tx | Db,
  ticketId: number,
  fields: Partial<typeof serviceTickets.$inferInsert>,
): Promise<TicketRow> => {
  const [row] = await tx.update(serviceTickets).set(fields).where(eq(serviceTickets.id, ticketId)).returning()
  return row as TicketRow
}

/** Marks a note to the number as sent; undefined where none is due. */
export const claimNotice = async (
  db: Db,
  ticketId: number,
  now: Date,
  quietSince: Date,
): Promise<{ mobilePhone: string; state: TicketState } | undefined> => {
  const { id, contactPhone, contactNoticedAt, state } = serviceTickets
  const [row] = await db
    .update(serviceTickets)
    .set({ contactNoticedAt: now })
    .where(
      and(
        eq(id, ticketId),
        isNotNull(contactPhone),
        ne(state, 'open'),
        or(isNull(contactNoticedAt), lt(contactNoticedAt, quietSince)),
      ),
    )
    .returning({ mobilePhone: contactPhone, state })
  return row?.mobilePhone ? { mobilePhone: row.mobilePhone, state: row.state } : undefined
}

export const countUnread = (db: Db, userId: number): Promise<number> =>
  db.$count(serviceTickets, and(eq(serviceTickets.userId, userId), eq(serviceTickets.isUnread, true)))

export const markRead = async (db: Db, userId: number, ticketId: number): Promise<boolean> => {
  const read = await db
    .update(serviceTickets)
    .set({ isUnread: false })
    .where(and(eq(serviceTickets.id, ticketId), eq(serviceTickets.userId, userId)))
    .returning({ id: serviceTickets.id })
  return read.length > 0
}

/** Rates a closed ticket once. */
export const rate = async (
  db: Db,
  owner: TicketOwner,
  ticketId: number,
  rating: { rating: number; ratingWords: string },
  now: Date,
): Promise<boolean> => {
  const rated = await db
    .update(serviceTickets)
    .set(rating)
    .where(
      and(
        eq(serviceTickets.id, ticketId),
        isOf(owner, now),
        eq(serviceTickets.state, 'closed'),
        isNull(serviceTickets.rating),
      ),
    )
    .returning({ id: serviceTickets.id })
  return rated.length > 0
}

/** Answered tickets whose time is over, after `after` in order of ids. */
export const listResting = async (db: Db, now: Date, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: serviceTickets.id })
    .from(serviceTickets)
    .where(and(lte(serviceTickets.closesAt, now), gt(serviceTickets.id, after)))
    .orderBy(asc(serviceTickets.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Closes a ticket in one of the states; undefined when it is in another, or not due any more. */
export const closeIn = async (
  tx: Tx,
  ticketId: number,
  states: readonly TicketState[],
  now: Date,
  isDue?: boolean,
): Promise<TicketRow | undefined> => {
  const [row] = await tx
    .update(serviceTickets)
    .set({ state: 'closed', closedAt: now, updatedAt: now, dueAt: null, closesAt: null })
    .where(
      and(
        eq(serviceTickets.id, ticketId),
        inArray(serviceTickets.state, [...states]),
        isDue ? lte(serviceTickets.closesAt, now) : undefined,
      ),
    )
    .returning()
  return row
}

/** Tickets closed long ago, after `after` in order of ids. */
export const listOld = async (db: Db, closedBefore: Date, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: serviceTickets.id })
    .from(serviceTickets)
    .where(and(lt(serviceTickets.closedAt, closedBefore), gt(serviceTickets.id, after)))
    .orderBy(asc(serviceTickets.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

export const deleteTicket = async (tx: Tx, ticketId: number): Promise<void> => {
  await tx.delete(servicePictures).where(eq(servicePictures.ticketId, ticketId))
  await tx.delete(serviceTickets).where(eq(serviceTickets.id, ticketId))
}

/** Tickets of an account, and those of its number. */
const isErasedWith = (userId: number, mobilePhone: string | null): SQL | undefined => {
  const isTheirs = eq(serviceTickets.userId, userId)
  return mobilePhone === null ? isTheirs : or(isTheirs, eq(serviceTickets.contactPhone, mobilePhone))
}

/** Pictures of an account, sent and unsent, and those of operators in its tickets. */
const arePicturesOf = (tx: Tx, userId: number, mobilePhone: string | null): SQL | undefined =>
  or(
    eq(servicePictures.userId, userId),
    inArray(
      servicePictures.ticketId,
      tx.select({ id: serviceTickets.id }).from(serviceTickets).where(isErasedWith(userId, mobilePhone)),
    ),
  )

export const listPictureIdsOf = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<string[]> => {
  const rows = await tx
    .select({ id: servicePictures.id })
    .from(servicePictures)
    .where(arePicturesOf(tx, userId, mobilePhone))
  return rows.map((row) => row.id)
}

/** Erases the tickets, pictures and votes of an account, and tickets of its number. Counts of votes stay. */
export const eraseService = async (tx: Tx, userId: number, mobilePhone: string | null): Promise<void> => {
  await tx.delete(servicePictures).where(arePicturesOf(tx, userId, mobilePhone))
  await tx.delete(serviceTickets).where(isErasedWith(userId, mobilePhone))
  await tx.delete(serviceArticleVotes).where(eq(serviceArticleVotes.userId, userId))
}

/** A number that an account gives up no longer reads its tickets. */
export const detachContact = async (tx: Tx, userId: number): Promise<void> => {
  await tx.update(serviceTickets).set({ contactPhone: null }).where(eq(serviceTickets.userId, userId))
}
