import type { TicketState } from '@yunji/contract/service/machine'
import type { TicketKind } from '@yunji/contract/service/rules'
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { cannedAnswers, serviceReplies, serviceTickets } from '../../tables/service.ts'
import type { TicketRow } from './ticket-store.ts'

export interface TicketFilter {
  readonly state?: TicketState | undefined
  readonly kind?: TicketKind | undefined
  readonly assignee?: string | undefined
  readonly isOverdue?: boolean
}

const fits = ({ state, kind, assignee, isOverdue }: TicketFilter, now: Date) =>
  and(
    state === undefined ? undefined : eq(serviceTickets.state, state),
    kind === undefined ? undefined : eq(serviceTickets.kind, kind),
    assignee === undefined ? undefined : eq(serviceTickets.assignee, assignee),
    isOverdue ? and(eq(serviceTickets.state, 'open'), lt(serviceTickets.dueAt, now)) : undefined,
  )

/** Tickets that are due first, then open ones without a time, then the newest of the others. */
export const listAll = (
  db: Db,
  filter: TicketFilter,
  { page, rows }: { readonly page: number; readonly rows: number },
  now: Date,
): Promise<TicketRow[]> =>
  db
    .select()
    .from(serviceTickets)
    .where(fits(filter, now))
    .orderBy(
      sql`${serviceTickets.state} <> 'open'`,
      sql`${serviceTickets.dueAt} asc nulls last`,
      desc(serviceTickets.updatedAt),
      asc(serviceTickets.id),
    )
    .limit(rows)
    .offset((page - 1) * rows)

export const countAll = (db: Db, filter: TicketFilter, now: Date): Promise<number> =>
  db.$count(serviceTickets, fits(filter, now))

export const findAny = async (db: Db, ticketId: number): Promise<TicketRow | undefined> => {
  const [row] = await db.select().from(serviceTickets).where(eq(serviceTickets.id, ticketId))
  return row
}

/** State of a ticket for the audit log, without its texts. */
export const readTicketState = async (tx: Tx, ticketId: number) => {
  const { state, assignee } = serviceTickets
  const replies = tx.$count(serviceReplies, eq(serviceReplies.ticketId, ticketId))
  const [row] = await tx
    .select({ state, assignee, replies })
    .from(serviceTickets)
    .where(eq(serviceTickets.id, ticketId))
  return row
}

export const lockAny = async (tx: Tx, ticketId: number): Promise<TicketRow | undefined> => {
  const [row] = await tx.select().from(serviceTickets).where(eq(serviceTickets.id, ticketId)).for('update')
  return row
}

const cannedText = { cannedAnswerId: cannedAnswers.id, title: cannedAnswers.title, content: cannedAnswers.content }

export const listCanned = (db: Db) =>
  db.select(cannedText).from(cannedAnswers).orderBy(asc(cannedAnswers.title), asc(cannedAnswers.id))

export const findCanned = async (tx: Tx, id: number) => {
  const [row] = await tx.select(cannedText).from(cannedAnswers).where(eq(cannedAnswers.id, id))
  return row
}

export const countCanned = (db: Db): Promise<number> => db.$count(cannedAnswers)

export const insertCanned = async (
  db: Db,
  text: { readonly title: string; readonly content: string },
  now: Date,
): Promise<number> => {
  const [row] = await db
    .insert(cannedAnswers)
    .values({ ...text, createdAt: now, updatedAt: now })
    .returning({ id: cannedAnswers.id })
  return row?.id ?? 0
}

/** False when there is no such answer. */
export const replaceCanned = async (
  db: Db,
  id: number,
  text: { readonly title: string; readonly content: string },
  now: Date,
): Promise<boolean> =>
  (
    await db
      .update(cannedAnswers)
      .set({ ...text, updatedAt: now })
      .where(eq(cannedAnswers.id, id))
      .returning({ id: cannedAnswers.id })
  ).length > 0

export const removeCanned = async (db: Db, id: number): Promise<boolean> =>
  (await db.delete(cannedAnswers).where(eq(cannedAnswers.id, id)).returning({ id: cannedAnswers.id })).length > 0
