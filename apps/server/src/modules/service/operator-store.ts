import type { TicketState } from '@yunji/contract/service/machine'
import type { TicketKind } from '@yunji/contract/service/rules'
import { operatorRoles, rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { and, asc, desc, eq, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { operators } from '../../tables/operators.ts'
import { cannedAnswers, serviceReplies, serviceTickets } from '../../tables/service.ts'
import type { TicketRow } from './ticket-store.ts'

export interface TicketFilter {
  readonly state?: TicketState | undefined
  readonly kind?: TicketKind | undefined
  /** Number of a ticket or user, a part of a title, or a complete phone number. */
  readonly text?: string | undefined
  /** Without this right a search would say whose a phone number is. */
  readonly seesPhones: boolean
  /** 0: nobody's. */
  readonly assigneeId?: number | undefined
  readonly isOverdue?: boolean
}

const matches = (text: string, seesPhones: boolean): SQL | undefined => {
  const { id, userId, contactPhone, title } = serviceTickets
  return or(
    ilike(title, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
    /^\d{1,15}$/.test(text) ? or(eq(id, Number(text)), eq(userId, Number(text))) : undefined,
    seesPhones && /^1\d{10}$/.test(text)
      ? or(eq(contactPhone, text), sql`${userId} = (select u.id from users u where u.mobile_phone = ${text})`)
      : undefined,
  )
}

const isOf = (assigneeId: number): SQL | undefined =>
  assigneeId === 0
    ? and(isNull(serviceTickets.assigneeId), eq(serviceTickets.assignee, ''))
    : eq(serviceTickets.assigneeId, assigneeId)

const fits = ({ state, kind, text, seesPhones, assigneeId, isOverdue }: TicketFilter, now: Date) =>
  and(
    state === undefined ? undefined : eq(serviceTickets.state, state),
    kind === undefined ? undefined : eq(serviceTickets.kind, kind),
    text === undefined || text.trim() === '' ? undefined : matches(text.trim(), seesPhones),
    assigneeId === undefined ? undefined : isOf(assigneeId),
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

const shownName = sql<string>`coalesce(nullif(${operators.displayName}, ''), ${operators.name})`

/** Names under which customers read the answers of operators. */
export const listShownNames = async (db: Db, operatorIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (operatorIds.length === 0) return new Map()
  const rows = await db
    .select({ operatorId: operators.id, name: shownName })
    .from(operators)
    .where(inArray(operators.id, [...operatorIds]))
  return new Map(rows.map(({ operatorId, name }) => [operatorId, name]))
}

const answeringRoles = operatorRoles.filter((role) => rightsOfRole[role].includes('tickets.answer'))
const isAssignable = and(isNull(operators.disabledAt), inArray(operators.role, answeringRoles))

/** Operators who may answer tickets, and others to whom tickets are still assigned. Drizzle would leave out the table. */
export const listTicketOperators = (db: Db) =>
  db
    .select({ operatorId: operators.id, name: shownName, isAssignable: sql<boolean>`${isAssignable}` })
    .from(operators)
    .where(or(isAssignable, sql`exists (select from service_tickets t where t.assignee_id = operators.id)`))
    .orderBy(shownName, asc(operators.id))

export const mayAnswer = async (db: Db, operatorId: number): Promise<boolean> =>
  (await db.$count(operators, and(eq(operators.id, operatorId), isAssignable))) > 0

/** State of a ticket for the audit log, without its texts. */
export const readTicketState = async (tx: Tx, ticketId: number) => {
  const { state, assignee, assigneeId } = serviceTickets
  const replies = tx.$count(serviceReplies, eq(serviceReplies.ticketId, ticketId))
  const [row] = await tx
    .select({ state, assignee, assigneeId, replies })
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
