import type { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { COUPON_ISSUE_MAXIMUM, type CouponIssueState, couponIssueStates } from '@yunji/contract/commerce/coupon/issue'
import type { BusinessType } from '@yunji/contract/commerce/order/enums'
import { formatCount, maskPhone } from '@yunji/contract/display/text'
import type * as calls from '@yunji/contract/operator/coupon-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { isDatabaseUnavailable } from '../../../platform/database-errors.ts'
import { forEachBatch, forEachRow, readBatches, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { isInSegment, listUnknownPeople, refuseForeignNumbers } from '../../accounts/segments/index.ts'
import { couponTexts } from './coupon-texts.ts'
import { readGoodsNames } from './goods-names.ts'
import { issueFromTemplate } from './issue-coupons.ts'
import * as store from './issue-store.ts'
import { listEnabledTemplates, lockEnabledTemplate, subtractLeftCount, type TemplateRow } from './template-store.ts'

export interface CouponIssueDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'add'>
}

const PEOPLE_AT_ONCE = 500
const COUPONS_AT_ONCE = 2000
const ISSUE_JOB = { name: 'coupons.issue' } as const

interface IssueData {
  readonly issueId: number
}

const notFound = (): AppError => new AppError('NOT_FOUND', { text: '没有这次发放，或试算已过期' })

export const getCouponTemplates =
  ({ database: { db }, clock }: Pick<CouponIssueDeps, 'database' | 'clock'>) =>
  async (
    { rights }: Pick<Operator, 'rights'>,
    { cursor, state, text }: CallArguments<typeof calls.getCouponTemplates>,
  ): Promise<CallData<typeof calls.getCouponTemplates>> => {
    const filter = { isEnabled: state && state === 'enabled', text }
    const found = await store.listTemplates(db, filter, placeOf(cursor, false), PAGE_ROWS + 1)
    const ids = found.map(({ id }) => id)
    const counts = await store.countCoupons(db, ids, clock.now())
    const names = await readGoodsNames(
      db,
      found.map(({ terms }) => terms),
    )
    const none = { issued: 0, usable: 0, used: 0, expired: 0, withdrawn: 0 }
    return keysetPage(found, PAGE_ROWS, ({ id, terms, exchangeCode, createdAt, ...template }) => ({
      templateId: id,
      name: template.name,
      couponType: terms.couponType as CouponType,
      parValue: terms.parValue,
      conditionsUse: terms.conditionsUse,
      businessType: terms.businessType as BusinessType,
      ruleTexts: couponTexts(terms, names).ruleTexts,
      validDays: template.validDays,
      hasExchangeCode: exchangeCode !== null,
      exchangeCode: rights.includes('marketing.write') ? (exchangeCode ?? '') : '',
      totalCount: template.totalCount,
      leftCount: template.leftCount,
      perUserLimit: template.perUserLimit,
      isForNewcomers: template.isForNewcomers,
      isEnabled: template.isEnabled,
      createdAt: createdAt.getTime(),
      ...(counts.get(id) ?? none),
    }))
  }

/** A dry run: the people stand in rows that `startCouponIssue` works off, so that nobody else gets a coupon. */
export const planCouponIssue =
  ({ database: { db }, clock }: CouponIssueDeps) =>
  (
    operator: Operator,
    { templateId, segment }: CallArguments<typeof calls.planCouponIssue>,
  ): Promise<CallData<typeof calls.planCouponIssue>> =>
    db.transaction(async (tx) => {
      refuseForeignNumbers(operator, segment)
      // Not locked: planning takes seconds, and customers claim coupons meanwhile.
      const [template] = await listEnabledTemplates(tx, [templateId])
      if (!template) throw new AppError('NOT_FOUND', { text: '没有这个模板，或已经停用' })
      const now = clock.now()
      await store.deletePlansOf(tx, operator.name)
      const issue = { templateId, operatorName: operator.name, plannedCount: 0, leftOutCount: 0, createdAt: now }
      const issueId = await store.insertIssue(tx, issue)
      const limits = { now, limit: COUPON_ISSUE_MAXIMUM + 1 }
      const people = await store.insertPlan(tx, issueId, template, isInSegment(segment, now), limits)
      if (people > COUPON_ISSUE_MAXIMUM)
        throw new AppError('BAD_INPUT', { text: `一次最多 ${formatCount(COUPON_ISSUE_MAXIMUM)} 人，请缩小范围` })
      const counts = await store.countOutcomes(tx, issueId)
      const plannedCount = counts.find(({ outcome }) => outcome === 'planned')?.people ?? 0
      const found = { plannedCount, leftOutCount: people - plannedCount }
      await store.updateIssue(tx, issueId, found)
      return { issueId, ...found, unknown: await listUnknownPeople(tx, segment) }
    })

type IssueFacts = CallData<typeof calls.getCouponIssues>['records'][number]

const factsOf = ({ issue, templateName }: { issue: store.IssueRow; templateName: string }): IssueFacts => {
  const { id, createdAt, startedAt, endedAt, ...facts } = issue
  return {
    ...facts,
    issueId: id,
    templateName,
    createdAt: createdAt.getTime(),
    startedAt: startedAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
  }
}

export const getCouponIssues =
  ({ database: { db } }: Pick<CouponIssueDeps, 'database'>) =>
  async ({
    cursor,
    templateId,
  }: CallArguments<typeof calls.getCouponIssues>): Promise<CallData<typeof calls.getCouponIssues>> => {
    const found = await store.listIssues(db, templateId, placeOf(cursor, false), PAGE_ROWS + 1)
    return keysetPage(
      found.map((row) => ({ ...row, id: row.issue.id })),
      PAGE_ROWS,
      factsOf,
    )
  }

export const getCouponIssue =
  ({ database: { db } }: Pick<CouponIssueDeps, 'database'>) =>
  async (issueId: number): Promise<CallData<typeof calls.getCouponIssue>> => {
    const found = await store.findIssue(db, issueId)
    if (!found) throw notFound()
    return { ...factsOf(found), outcomes: await store.countOutcomes(db, issueId) }
  }

export const getCouponIssueUsers =
  ({ database: { db } }: Pick<CouponIssueDeps, 'database'>) =>
  async (
    { rights }: Pick<Operator, 'rights'>,
    { issueId, outcome, cursor }: CallArguments<typeof calls.getCouponIssueUsers>,
  ): Promise<CallData<typeof calls.getCouponIssueUsers>> => {
    const found = await store.listIssueUsers(db, issueId, outcome, placeOf(cursor, false), PAGE_ROWS + 1)
    const maySeeUsers = rights.includes('users.read')
    return keysetPage(found, PAGE_ROWS, ({ id, name, mobilePhone, outcome: got }) => ({
      userId: id,
      name: maySeeUsers ? name : '',
      maskedPhone: maySeeUsers ? maskPhone(mobilePhone ?? '') : '',
      outcome: got,
    }))
  }

/** Idempotent: an issue that has been started keeps its state. A failed one goes on with the people without an outcome. */
export const startCouponIssue =
  ({ database: { db }, clock, jobs }: CouponIssueDeps) =>
  (issueId: number): Promise<{ state: CouponIssueState }> =>
    db.transaction(async (tx) => {
      const issue = await store.lockIssue(tx, issueId, couponIssueStates)
      if (!issue) throw notFound()
      if (issue.state !== 'planned' && issue.state !== 'failed') return { state: issue.state }
      if (!(await lockEnabledTemplate(tx, issue.templateId))) throw new AppError('NOT_FOUND', { text: '模板已经停用' })
      await store.updateIssue(tx, issueId, {
        state: 'running',
        startedAt: issue.startedAt ?? clock.now(),
        endedAt: null,
      })
      await jobs.add<IssueData>(tx, ISSUE_JOB, { issueId })
      return { state: 'running' }
    })

const invalidateSome = async (tx: Tx, issueId: number): Promise<number> => {
  const withdrawn = await store.invalidateCouponsOfIssue(tx, issueId, COUPONS_AT_ONCE)
  await store.addWithdrawn(tx, issueId, withdrawn)
  return withdrawn
}

/** May be repeated. Returns how many coupons became invalid at once; the job goes on where there may be more. */
export const withdrawCouponIssue =
  ({ database: { db }, clock, jobs }: CouponIssueDeps) =>
  (issueId: number): Promise<{ withdrawn: number }> =>
    db.transaction(async (tx) => {
      const issue = await store.lockIssue(tx, issueId, ['running', 'done', 'failed', 'withdrawn'])
      if (!issue) throw new AppError('NOT_FOUND', { text: '没有这次发放，或还没有执行' })
      await store.updateIssue(tx, issueId, { state: 'withdrawn', endedAt: issue.endedAt ?? clock.now() })
      const withdrawn = await invalidateSome(tx, issueId)
      if (withdrawn === COUPONS_AT_ONCE) await jobs.add<IssueData>(tx, ISSUE_JOB, { issueId })
      return { withdrawn }
    })

const withdrawRest = async (db: Db, issueId: number, signal?: AbortSignal): Promise<void> => {
  let withdrawn = COUPONS_AT_ONCE
  while (withdrawn === COUPONS_AT_ONCE) {
    signal?.throwIfAborted()
    withdrawn = await db.transaction(async (tx) =>
      (await store.lockIssue(tx, issueId, ['withdrawn'])) ? invalidateSome(tx, issueId) : 0,
    )
  }
}

/** Issues to those of the people whose coupon is still to be issued; outcomes are written with the coupons. */
const issueBatch = async (tx: Tx, issueId: number, userIds: readonly number[], now: Date): Promise<void> => {
  const issue = await store.lockIssue(tx, issueId, ['running'])
  if (!issue) return
  const planned = await store.lockPlanned(tx, issueId, userIds)
  const template = await lockEnabledTemplate(tx, issue.templateId)
  if (!template) return store.setOutcome(tx, issueId, planned, 'closed')
  const decided = await decideOutcomes(tx, template, planned, now)
  const recipients = decided.get('planned') ?? []
  await issueFromTemplate(tx, template, recipients, now, issueId)
  await subtractLeftCount(tx, template.id, recipients.length)
  await store.addIssued(tx, issueId, recipients.length)
  for (const [outcome, ids] of decided)
    await store.setOutcome(tx, issueId, ids, outcome === 'planned' ? 'issued' : outcome)
}

/** People by outcome, decided again: much may have changed since the dry run. */
const decideOutcomes = async (tx: Tx, template: TemplateRow, userIds: readonly number[], now: Date) => {
  const found = new Map(
    (await store.listOutcomes(tx, template, userIds, now)).map((each) => [each.userId, each.outcome]),
  )
  let left = template.leftCount ?? Number.POSITIVE_INFINITY
  return Map.groupBy(userIds, (userId) => {
    const outcome = found.get(userId) ?? 'gone'
    if (outcome !== 'planned') return outcome
    left -= 1
    return left >= 0 ? outcome : 'exhausted'
  })
}

/**
 * Works off an issue in batches of one transaction each: after a kill the next run goes on with the people who have no
 * outcome yet. So does the retry after a statement that was too slow: its people have not failed.
 * Of a withdrawn issue it invalidates the coupons that are left.
 */
export const issueCouponsJob = ({ database: { db }, clock, log }: CouponIssueDeps): Job<IssueData> => ({
  ...ISSUE_JOB,
  heartbeatSeconds: 60,
  retryLimit: 10,
  expireSeconds: 3600,
  isDeadLettered: true,
  run: async ({ issueId }, signal) => {
    if ((await store.findIssue(db, issueId))?.issue.state === 'withdrawn') return withdrawRest(db, issueId, signal)
    await store.resumeFailed(db, issueId)
    const fields = (userId: number) => ({ issueId, userId })
    const work = { job: ISSUE_JOB.name, log, fields, isFatal: isDatabaseUnavailable }
    const planned = readBatches<number>(PEOPLE_AT_ONCE, (after = 0, limit) =>
      store.listPlanned(db, issueId, after, limit),
    )
    for await (const userIds of planned) {
      signal?.throwIfAborted()
      const failed = await forEachBatch(work, userIds, (some) =>
        db.transaction((tx) => issueBatch(tx, issueId, some, clock.now())),
      )
      await store.setOutcome(db, issueId, failed, 'failed')
    }
    await db.transaction(async (tx) => {
      if (await store.lockIssue(tx, issueId, ['running']))
        await store.updateIssue(tx, issueId, { state: 'done', endedAt: clock.now() })
    })
  },
})

const END_ISSUES = 'coupons.endIssues'
const ISSUES_AT_ONCE = 100

/** Ends issues whose job has used up its retries, so that an operator sees it and can start them again. */
export const endIssuesJob = ({ database: { db }, clock, log }: Omit<CouponIssueDeps, 'jobs'>): Job<object> => ({
  name: END_ISSUES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: async () => {
    const givenUp = readPages<number>(ISSUES_AT_ONCE, (after = 0, limit) =>
      store.listGivenUp(db, ISSUE_JOB.name, after, limit),
    )
    const work = { job: END_ISSUES, log, fields: (issueId: number) => ({ issueId }) }
    await forEachRow(work, givenUp, (issueId) => store.failGivenUp(db, ISSUE_JOB.name, issueId, clock.now()))
  },
})

const SUM_TALLIES = 'coupons.sumTallies'
const MANY_TALLIES = 50
const TEMPLATES_AT_ONCE = 500

/** Adds up the changes of the numbers of coupons, so that a list of templates reads few rows. */
export const sumTalliesJob = ({ database: { db }, log }: Pick<CouponIssueDeps, 'database' | 'log'>): Job<object> => ({
  name: SUM_TALLIES,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '*/5 * * * *',
  run: async () => {
    const templates = readPages<number>(TEMPLATES_AT_ONCE, (after = 0, limit) =>
      store.listTallied(db, after, MANY_TALLIES, limit),
    )
    const work = { job: SUM_TALLIES, log, fields: (templateId: number) => ({ templateId }) }
    await forEachRow(work, templates, (templateId) => store.sumTallies(db, templateId))
  },
})
