import type { AuditOutcome } from '@yunji/contract/wire/operator-roles'
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { chinaPeriod } from '../../platform/china-time.ts'
import type { Db } from '../../platform/database.ts'
import { MOST_NUMBERED_ROWS } from '../../platform/paging.ts'
import { operatorAudit } from '../../tables/operators.ts'

export interface AuditFilter {
  readonly operatorId?: number | undefined
  readonly call?: string | undefined
  readonly subject?: string | undefined
  readonly outcome?: AuditOutcome | undefined
  readonly fromDay?: string | undefined
  readonly toDay?: string | undefined
}

/** Pages end there: counting and skipping more would read the whole log. One more than an export may have. */
const MOST_LISTED = MOST_NUMBERED_ROWS + 1

const isWanted = ({ operatorId, call, subject, outcome, fromDay, toDay }: AuditFilter): SQL | undefined => {
  const { from, to } = chinaPeriod(fromDay, toDay)
  return and(
    operatorId === undefined ? undefined : eq(operatorAudit.operatorId, operatorId),
    call === undefined ? undefined : eq(operatorAudit.call, call),
    subject === undefined ? undefined : eq(operatorAudit.subject, subject),
    outcome === undefined ? undefined : eq(operatorAudit.outcome, outcome),
    from === undefined ? undefined : gte(operatorAudit.at, from),
    to === undefined ? undefined : lt(operatorAudit.at, to),
  )
}

/** Ids grow with the time, but the planner does not know: it would skip all newer rows to reach an older day. */
const byTime = ({ fromDay, toDay }: AuditFilter): SQL[] =>
  fromDay === undefined && toDay === undefined ? [] : [desc(operatorAudit.at)]

export const listAudit = (db: Db, filter: AuditFilter, { page, rows }: { page: number; rows: number }) => {
  const offset = (page - 1) * rows
  return db
    .select({
      auditId: operatorAudit.id,
      at: operatorAudit.at,
      operatorId: operatorAudit.operatorId,
      operatorName: operatorAudit.operatorName,
      role: operatorAudit.role,
      call: operatorAudit.call,
      subject: operatorAudit.subject,
      before: sql<string | null>`nullif(${operatorAudit.before}::text, 'null')`,
      after: sql<string | null>`nullif(${operatorAudit.after}::text, 'null')`,
      outcome: operatorAudit.outcome,
      address: operatorAudit.address,
    })
    .from(operatorAudit)
    .where(isWanted(filter))
    .orderBy(...byTime(filter), desc(operatorAudit.id))
    .limit(Math.max(0, Math.min(rows, MOST_LISTED - offset)))
    .offset(Math.min(offset, MOST_LISTED))
}

export const countAudit = async (db: Db, filter: AuditFilter): Promise<number> => {
  const some = db
    .select({ id: operatorAudit.id })
    .from(operatorAudit)
    .where(isWanted(filter))
    .orderBy(...byTime(filter))
    .limit(MOST_LISTED)
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'))
  return row?.count ?? 0
}
