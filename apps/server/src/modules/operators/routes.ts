import * as calls from '@yunji/contract/operator/account-calls'
import { getAuditLog } from '@yunji/contract/operator/audit-calls'
import { auditSubjectOf } from '@yunji/contract/operator/audit-subjects'
import * as viewCalls from '@yunji/contract/operator/list-view-calls'
import type { Logger } from 'pino'
import { later } from '../../platform/clock.ts'
import { forEachRow, readPages } from '../../platform/each-row.ts'
import { bindAudited, bindSelfAudited } from '../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import type { Job } from '../../platform/jobs.ts'
import { pageOf } from '../../platform/paging.ts'
import { reseal } from '../../platform/reseal.ts'
import { deleteOldRows } from '../../platform/retention.ts'
import { browserOf } from '../../platform/sessions/browser.ts'
import { listViewers } from '../devices/grants/index.ts'
import { countAudit, listAudit } from './audit-store.ts'
import type { OperatorDeps } from './deps.ts'
import { deleteListView, getListViews, saveListView } from './list-views.ts'
import { changePassword, logIn, logOut, ORIGIN_KNOWN_MS } from './log-in.ts'
import {
  addOperator,
  changeOperator,
  endOperatorSession,
  endViewsWithoutAccess,
  getOperators,
  getSessions,
  readOperator,
  resetOperator,
  setDisplayName,
} from './manage-operators.ts'
import { beginSecondFactor, confirmSecondFactor, proveSecondFactor, renewSecondFactor } from './second-factor.ts'
import { expiredRows, findSessionState, sealedTotpSecrets } from './store.ts'

export const operatorRoutes = (deps: OperatorDeps): Binding[] => [
  ...loginRoutes(deps),
  ...managementRoutes(deps),
  ...viewRoutes(deps),
  bind(getAuditLog, async ({ page, rows, subject, ...rest }) => {
    const { db } = deps.database
    const filter = { ...rest, subject: subject && auditSubjectOf(subject) }
    const found = await listAudit(db, filter, { page, rows })
    const records = found.map(({ at, ...row }) => ({ ...row, at: at.getTime() }))
    return pageOf(records, page, rows, await countAudit(db, filter))
  }),
]

const LONGEST_ADDRESS = 64

const loginRoutes = (deps: OperatorDeps): Binding[] => [
  bind(calls.logIn, (input, { headers, address }) => {
    const client = { browser: browserOf(headers['user-agent'] ?? ''), address: address.slice(0, LONGEST_ADDRESS) }
    return logIn(deps)(input, client, { path: calls.logIn.path, address })
  }),
  bind(calls.getSelf, async (_input, { operator: { operatorId, name, displayName, role, rights, step } }) => ({
    operator: { operatorId, name, role },
    displayName,
    rights: [...rights],
    step,
  })),
  bindSelfAudited(deps.clock, calls.setDisplayName, ({ displayName }, { operator }, addAudit) =>
    setDisplayName(deps)(operator, displayName, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.changePassword, (input, { operator }, addAudit) =>
    changePassword(deps)(operator, input, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.beginSecondFactor, (_input, { operator }, addAudit) =>
    beginSecondFactor(deps)(operator, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.confirmSecondFactor, ({ totp }, { operator }, addAudit) =>
    confirmSecondFactor(deps)(operator, totp, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.proveSecondFactor, (input, { operator }, addAudit) =>
    proveSecondFactor(deps)(operator, input, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.renewSecondFactor, (input, { operator }, addAudit) =>
    renewSecondFactor(deps)(operator, input, addAudit),
  ),
  bindSelfAudited(deps.clock, calls.logOut, (_input, { operator }, addAudit) => logOut(deps)(operator, addAudit)),
]

const subjectOf = ({ operatorId }: { readonly operatorId: number }): string => `operator:${operatorId}`

const managementRoutes = (deps: OperatorDeps): Binding[] => [
  bind(calls.getOperatorSessions, ({ operatorId }, { operator }) => getSessions(deps)(operator, operatorId)),
  bindAudited(
    deps,
    calls.endOperatorSession,
    {
      subject: ({ sessionId }) => `operatorSession:${sessionId}`,
      read: (tx, { sessionId }) => findSessionState(tx, sessionId),
    },
    (joined, { sessionId }, { operator }) => endOperatorSession(joined)(operator, sessionId),
  ),
  bind(calls.getOperators, (paging) => getOperators(deps)(paging)),
  bindAudited(
    deps,
    calls.addOperator,
    { subject: (_input, data) => subjectOf(data), read: (tx, _input, data) => readOperator(tx, data?.operatorId) },
    (joined, input) => addOperator(joined)(input),
  ),
  bindAudited(
    deps,
    calls.changeOperator,
    { subject: subjectOf, read: (tx, { operatorId }) => readOperator(tx, operatorId) },
    (joined, input) => changeOperator(joined)(input),
  ),
  bindAudited(
    deps,
    calls.resetOperator,
    { subject: subjectOf, read: (tx, { operatorId }) => readOperator(tx, operatorId) },
    (joined, input) => resetOperator(joined)(input),
  ),
]

/** Names and queries of views may name a customer, and stay out of the audit log. */
const viewAudit = { subject: ({ list }: { readonly list: string }) => `listView:${list}` }

const viewRoutes = (deps: OperatorDeps): Binding[] => [
  bind(viewCalls.getListViews, (_input, { operator }) => getListViews(deps)(operator)),
  bindAudited(deps, viewCalls.saveListView, viewAudit, (joined, view, { operator }) =>
    saveListView(joined)(operator, view),
  ),
  bindAudited(deps, viewCalls.deleteListView, viewAudit, (joined, key, { operator }) =>
    deleteListView(joined)(operator, key),
  ),
]

type JobDeps = OperatorDeps & { readonly log: Logger }

const SWEEP = 'maintenance.operators'

/** Sessions and counts of failures, as soon as no rule needs them; the audit log stays. */
const sweepJob = ({ database: { db }, clock, log }: JobDeps): Job<object> => ({
  name: SWEEP,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async (_data, signal) => {
    const now = clock.now()
    await deleteOldRows(db, { job: SWEEP, log, signal }, expiredRows(now, later(now, -ORIGIN_KNOWN_MS)))
  },
})

/** Seals the secrets of second factors with the current key. */
const resealJob = ({ database: { db }, log, sealedTexts }: JobDeps): Job<object> => ({
  name: 'operators.sealSecrets',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '41 * * * *',
  run: async () => void (await reseal(db, log, sealedTexts, sealedTotpSecrets)),
})

const END_VIEWS = 'operators.endViews'
const VIEWERS_AT_ONCE = 100

/** Sessions that time out end without a call: this ends the support views of operators who have no other. */
const endViewsJob = ({ database: { db }, clock, log }: JobDeps): Job<object> => ({
  name: END_VIEWS,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '* * * * *',
  run: async () => {
    const now = clock.now()
    const viewers = readPages<number>(VIEWERS_AT_ONCE, (after = 0, limit) => listViewers(db, now, after, limit))
    const work = { job: END_VIEWS, log, fields: (operatorId: number) => ({ operatorId }) }
    await forEachRow(work, viewers, (operatorId) => db.transaction((tx) => endViewsWithoutAccess(tx, operatorId, now)))
  },
})

export const operatorJobs = (deps: JobDeps): readonly Job<object>[] => [
  sweepJob(deps),
  resealJob(deps),
  endViewsJob(deps),
]
