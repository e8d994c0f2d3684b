import type { CouponIssueOutcome, CouponIssueState } from '@yunji/contract/commerce/coupon/issue'
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import { chinaDay } from '../../../platform/china-time.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { hasNoJob } from '../../../platform/jobs.ts'
import type { Place } from '../../../platform/keyset.ts'
import { couponIssues, couponIssueUsers, coupons, couponTallies, couponTemplates } from '../../../tables/coupons.ts'
import { users } from '../../../tables/identity.ts'
import { type TemplateRow, totalCount } from './template-store.ts'

export type IssueRow = typeof couponIssues.$inferSelect

/** People in one statement, far below the time that a statement may take. */
const PLANNED_AT_ONCE = 10_000

/** Outcome for a row of `users`, without the template's total. */
const outcomeFor = ({ id, perUserLimit }: Pick<TemplateRow, 'id' | 'perUserLimit'>, now: Date): SQL => sql`
  case
    when users.frozen_at is not null then 'frozen'
    when exists (select 1 from account_deletions a where a.user_id = users.id) then 'deleting'
    when (select count(*) from coupons c where c.template_id = ${id} and c.user_id = users.id) < ${perUserLimit}
      then 'planned'
    when exists (select 1 from coupons c where c.template_id = ${id} and c.user_id = users.id
      and c.state in ('efficient', 'locked') and (c.expires_at is null or c.expires_at > ${now})) then 'holding'
    else 'limit'
  end`

/** Writes down who would get a coupon and who not, at most `limit` people; returns how many they are. */
export const insertPlan = async (
  tx: Tx,
  issueId: number,
  template: TemplateRow,
  isListed: SQL | undefined,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> => {
  let people = 0
  for (let after = 0; people < limit; ) {
    const { rows } = await tx.execute<{ added: number; last: string | null }>(sql`
      with planned as (
        insert into coupon_issue_users (issue_id, user_id, outcome)
        select ${issueId}, users.id, ${outcomeFor(template, now)} from users
        where ${isListed ?? sql`true`} and users.id > ${after}
        order by users.id limit ${Math.min(PLANNED_AT_ONCE, limit - people)}
        returning user_id
      )
      select count(*)::int as added, max(user_id) as last from planned`)
    const [{ added, last } = { added: 0, last: null }] = rows
    if (last === null) break
    people += added
    after = Number(last)
  }
  if (template.leftCount !== null)
    await tx.execute(sql`
      update coupon_issue_users set outcome = 'exhausted' where issue_id = ${issueId} and user_id in (
        select user_id from coupon_issue_users where issue_id = ${issueId} and outcome = 'planned'
        order by user_id offset ${template.leftCount})`)
  return people
}

/** Current outcomes of users; erased ones are absent. */
export const listOutcomes = async (tx: Tx, template: TemplateRow, userIds: readonly number[], now: Date) => {
  const { rows } = await tx.execute<{ id: string; outcome: CouponIssueOutcome }>(sql`
    select users.id, ${outcomeFor(template, now)} as outcome from users
    where users.id = any(${sql.param([...userIds])}::bigint[]) and users.erased_at is null order by users.id`)
  return rows.map(({ id, outcome }) => ({ userId: Number(id), outcome }))
}

export const insertIssue = async (tx: Tx, values: typeof couponIssues.$inferInsert): Promise<number> => {
  const [row] = await tx.insert(couponIssues).values(values).returning({ id: couponIssues.id })
  return row?.id ?? 0
}

export const updateIssue = async (tx: Tx | Db, issueId: number, values: Partial<IssueRow>): Promise<void> => {
  await tx.update(couponIssues).set(values).where(eq(couponIssues.id, issueId))
}

/** Earlier dry runs of the same operator: only the last one is of use. */
export const deletePlansOf = async (tx: Tx, operatorName: string): Promise<void> => {
  await tx
    .delete(couponIssues)
    .where(and(eq(couponIssues.operatorName, operatorName), eq(couponIssues.state, 'planned')))
}

export const lockIssue = async (
  tx: Tx,
  issueId: number,
  states: readonly CouponIssueState[],
): Promise<IssueRow | undefined> => {
  const [row] = await tx
    .select()
    .from(couponIssues)
    .where(and(eq(couponIssues.id, issueId), inArray(couponIssues.state, [...states])))
    .for('update')
  return row
}

/** State of an issue for the audit log. */
export const readIssueState = async (tx: Tx, issueId: number) => {
  const { state, issuedCount, withdrawnCount } = couponIssues
  const [row] = await tx
    .select({ state, issuedCount, withdrawnCount })
    .from(couponIssues)
    .where(eq(couponIssues.id, issueId))
  return row
}

/** Issues that no job works on any more. */
export const listGivenUp = async (db: Db, job: string, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: couponIssues.id })
    .from(couponIssues)
    .where(
      and(eq(couponIssues.state, 'running'), gt(couponIssues.id, after), hasNoJob(job, 'issueId', couponIssues.id)),
    )
    .orderBy(asc(couponIssues.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Not one that was started again meanwhile. */
export const failGivenUp = async (db: Db, job: string, issueId: number, endedAt: Date): Promise<void> => {
  await db
    .update(couponIssues)
    .set({ state: 'failed', endedAt })
    .where(
      and(eq(couponIssues.id, issueId), eq(couponIssues.state, 'running'), hasNoJob(job, 'issueId', couponIssues.id)),
    )
}

/** For a job that was sent again from the dead letters. */
export const resumeFailed = async (db: Db, issueId: number): Promise<void> => {
  await db
    .update(couponIssues)
    .set({ state: 'running', endedAt: null })
    .where(and(eq(couponIssues.id, issueId), eq(couponIssues.state, 'failed')))
}

/** Locks the issue, so that it is withdrawn before this transaction or after it. */
export const isIssueWithdrawn = async (tx: Tx, issueId: number): Promise<boolean> => {
  const [row] = await tx
    .select({ state: couponIssues.state })
    .from(couponIssues)
    .where(eq(couponIssues.id, issueId))
    .for('share')
  return row?.state === 'withdrawn'
}

const withTemplate = (db: Db) =>
  db
    .select({ issue: couponIssues, templateName: couponTemplates.name })
    .from(couponIssues)
    .innerJoin(couponTemplates, eq(couponTemplates.id, couponIssues.templateId))
    .$dynamic()

export const findIssue = async (db: Db, issueId: number) => {
  const [row] = await withTemplate(db).where(eq(couponIssues.id, issueId))
  return row
}

export const listIssues = (db: Db, templateId: number | undefined, place: Place | undefined, limit: number) =>
  withTemplate(db)
    .where(
      and(
        templateId === undefined ? undefined : eq(couponIssues.templateId, templateId),
        place && lt(couponIssues.id, place.id),
      ),
    )
    .orderBy(desc(couponIssues.id))
    .limit(limit)

export const countOutcomes = (db: Db | Tx, issueId: number) =>
  db
    .select({ outcome: couponIssueUsers.outcome, people: count() })
    .from(couponIssueUsers)
    .where(eq(couponIssueUsers.issueId, issueId))
    .groupBy(couponIssueUsers.outcome)

export const listIssueUsers = (
  db: Db,
  issueId: number,
  outcome: CouponIssueOutcome | undefined,
  place: Place | undefined,
  limit: number,
) =>
  db
    .select({
      id: users.id,
      name: users.name,
      mobilePhone: users.mobilePhone,
      outcome: couponIssueUsers.outcome,
    })
    .from(couponIssueUsers)
    .innerJoin(users, eq(users.id, couponIssueUsers.userId))
    .where(
      and(
        eq(couponIssueUsers.issueId, issueId),
        outcome && eq(couponIssueUsers.outcome, outcome),
        place && gt(couponIssueUsers.userId, place.id),
      ),
    )
    .orderBy(asc(couponIssueUsers.userId))
    .limit(limit)

export const listPlanned = async (db: Db, issueId: number, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ userId: couponIssueUsers.userId })
    .from(couponIssueUsers)
    .where(
      and(
        eq(couponIssueUsers.issueId, issueId),
        eq(couponIssueUsers.outcome, 'planned'),
        gt(couponIssueUsers.userId, after),
      ),
    )
    .orderBy(asc(couponIssueUsers.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Those of the people whose coupon is still to be issued, locked. */
export const lockPlanned = async (tx: Tx, issueId: number, userIds: readonly number[]): Promise<number[]> => {
  const rows = await tx
    .select({ userId: couponIssueUsers.userId })
    .from(couponIssueUsers)
    .where(
      and(
        eq(couponIssueUsers.issueId, issueId),
        eq(couponIssueUsers.outcome, 'planned'),
        inArray(couponIssueUsers.userId, [...userIds]),
      ),
    )
    .orderBy(asc(couponIssueUsers.userId))
    .for('update')
  return rows.map(({ userId }) => userId)
}

/** For people whose coupon is still to be issued; an outcome that another run has written stays. */
export const setOutcome = async (
  tx: Tx | Db,
  issueId: number,
  userIds: readonly number[],
  outcome: CouponIssueOutcome,
): Promise<void> => {
  if (userIds.length === 0) return
  await tx
    .update(couponIssueUsers)
    .set({ outcome })
    .where(
      and(
        eq(couponIssueUsers.issueId, issueId),
        eq(couponIssueUsers.outcome, 'planned'),
        inArray(couponIssueUsers.userId, [...userIds]),
      ),
    )
}

export const addIssued = async (tx: Tx, issueId: number, issued: number): Promise<void> => {
  await tx
    .update(couponIssues)
    .set({ issuedCount: sql`${couponIssues.issuedCount} + ${issued}` })
    .where(eq(couponIssues.id, issueId))
}

export const addWithdrawn = async (tx: Tx, issueId: number, withdrawn: number): Promise<void> => {
  await tx
    .update(couponIssues)
    .set({ withdrawnCount: sql`${couponIssues.withdrawnCount} + ${withdrawn}` })
    .where(eq(couponIssues.id, issueId))
}

/** Invalidates unused coupons of an issue, at most `limit`, and returns how many they were. */
export const invalidateCouponsOfIssue = async (tx: Tx, issueId: number, limit: number): Promise<number> => {
  const unused = tx
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(eq(coupons.issueId, issueId), eq(coupons.state, 'efficient')))
    .limit(limit)
    .for('update')
  const { rowCount } = await tx.update(coupons).set({ state: 'invalid' }).where(inArray(coupons.id, unused))
  return rowCount ?? 0
}

export interface TemplateFilter {
  readonly isEnabled?: boolean | undefined
  readonly text?: string | undefined
}

const hasText = (text: string): SQL | undefined =>
  or(
    like(couponTemplates.name, `${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
    /^\d{1,15}$/.test(text) ? eq(couponTemplates.id, Number(text)) : undefined,
  )

export const listTemplates = (
  db: Db,
  { isEnabled, text }: TemplateFilter,
  place: Place | undefined,
  limit: number,
): Promise<(TemplateRow & { totalCount: number | null })[]> =>
  db
    .select({ ...getTableColumns(couponTemplates), totalCount })
    .from(couponTemplates)
    .where(
      and(
        isEnabled === undefined ? undefined : eq(couponTemplates.isEnabled, isEnabled),
        text ? hasText(text) : undefined,
        place && lt(couponTemplates.id, place.id),
      ),
    )
    .orderBy(desc(couponTemplates.id))
    .limit(limit)

/** Numbers of coupons by template; those that ended before today count as expired. */
export const countCoupons = async (db: Db, templateIds: readonly number[], now: Date) => {
  const isPast = sql`${couponTallies.expiresOn} < ${chinaDay(now)}`
  const sumOf = (condition: SQL) =>
    sql`coalesce(sum(${couponTallies.change}) filter (where ${condition}), 0)`.mapWith(Number)
  const isUnused = sql`${couponTallies.state} in ('efficient', 'locked')`
  const rows = await db
    .select({
      templateId: couponTallies.templateId,
      issued: sumOf(sql`true`),
      usable: sumOf(sql`${isUnused} and ${isPast} is not true`),
      used: sumOf(sql`${couponTallies.state} = 'used'`),
      expired: sumOf(sql`${couponTallies.state} = 'expired' or (${couponTallies.state} = 'efficient' and ${isPast})`),
      withdrawn: sumOf(sql`${couponTallies.state} = 'invalid'`),
    })
    .from(couponTallies)
    .where(inArray(couponTallies.templateId, [...templateIds]))
    .groupBy(couponTallies.templateId)
  return new Map(rows.map(({ templateId, ...counts }) => [templateId, counts]))
}

/** Templates with so many tallies that reading them takes time. */
export const listTallied = async (db: Db, after: number, atLeast: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ templateId: couponTallies.templateId })
    .from(couponTallies)
    .where(gt(couponTallies.templateId, after))
    .groupBy(couponTallies.templateId)
    .having(sql`count(*) >= ${atLeast}`)
    .orderBy(asc(couponTallies.templateId))
    .limit(limit)
  return rows.map(({ templateId }) => templateId)
}

/** Replaces the tallies of a template by their sums; those of other transactions are kept as they are. */
export const sumTallies = async (db: Db, templateId: number): Promise<void> => {
  await db.execute(sql`
    with summed as (
      delete from coupon_tallies where template_id = ${templateId} returning state, expires_on, change
    )
    insert into coupon_tallies (template_id, state, expires_on, change)
    select ${templateId}, state, expires_on, sum(change) from summed group by state, expires_on having sum(change) <> 0`)
}
