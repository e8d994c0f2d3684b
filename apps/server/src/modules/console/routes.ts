import * as deviceCalls from '@yunji/contract/operator/device-calls'
import * as exportCalls from '@yunji/contract/operator/export-calls'
import * as jobCalls from '@yunji/contract/operator/job-calls'
import * as orderCalls from '@yunji/contract/operator/order-calls'
import * as overviewCalls from '@yunji/contract/operator/overview-calls'
import * as userCalls from '@yunji/contract/operator/user-calls'
import type { Tx } from '../../platform/database.ts'
import { bindAudited, bindSelfAudited } from '../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { type DeadJobDeps, getDeadJobs, retryDeadJobs } from './dead-jobs.ts'
import { getDevice, searchDevices } from './devices.ts'
import { createExport, createUserExport, type ExportDeps, getExports, getUserExports, openExport } from './exports.ts'
import { admitNumberSearch } from './number-search.ts'
import { getOrder, searchOrders } from './orders.ts'
import { getOverview, getWaiting, searchEverything } from './overview.ts'
import { readFreeze } from './user-store.ts'
import { endUserSessions, freezeUser, getUser, searchUsers, unfreezeUser } from './users.ts'

const ofUser = {
  subject: ({ userId }: { readonly userId: number }) => `user:${userId}`,
  read: (tx: Tx, { userId }: { readonly userId: number }) => readFreeze(tx, userId),
}

/** Lists and details that the operators' console shows of every area. */
export const consoleRoutes = (deps: ExportDeps & DeadJobDeps): Binding[] => [
  bind(overviewCalls.getOverview, ({ days }, { operator }) => getOverview(deps)(Number(days), operator)),
  bind(overviewCalls.getWaiting, (_input, { operator }) => getWaiting(deps)(operator)),
  bind(overviewCalls.searchEverything, async ({ text }, context) => {
    await admitNumberSearch(deps, overviewCalls.searchEverything, context, text)
    return searchEverything(deps)(text, context.operator)
  }),
  bind(userCalls.searchUsers, async (input, context) => {
    await admitNumberSearch(deps, userCalls.searchUsers, context, input.text)
    return searchUsers(deps)(input, context.operator, context.pageRows)
  }),
  bind(userCalls.getUser, ({ userId }, { operator }) => getUser(deps)(userId, operator)),
  bindAudited(deps, userCalls.freezeUser, ofUser, (joined, { userId, reason }) => freezeUser(joined)(userId, reason)),
  bindAudited(deps, userCalls.unfreezeUser, ofUser, (joined, { userId }) => unfreezeUser(joined)(userId)),
  bindAudited(
    deps,
    userCalls.endUserSessions,
    { subject: ofUser.subject, after: (_input, { ended }) => ({ ended }) },
    (joined, { userId }) => endUserSessions(joined)(userId),
  ),
  bind(orderCalls.searchOrders, async (input, context) => {
    await admitNumberSearch(deps, orderCalls.searchOrders, context, input.text)
    return searchOrders(deps)(input, context.operator, context.pageRows)
  }),
  bind(orderCalls.getOrder, ({ orderId }) => getOrder(deps)(orderId)),
  bind(deviceCalls.searchDevices, async (input, context) => {
    await admitNumberSearch(deps, deviceCalls.searchDevices, context, input.text)
    return searchDevices(deps)(input, context.operator, context.pageRows)
  }),
  bindSelfAudited(deps.clock, exportCalls.createExport, (input, { operator, address }, addAudit) =>
    createExport(deps)(operator, input, addAudit, address),
  ),
  bindAudited(
    deps,
    exportCalls.createUserExport,
    { subject: ofUser.subject, after: (_input, { exportId }) => ({ exportId }) },
    (joined, { userId }, { operator }) => createUserExport(joined)(operator, userId),
  ),
  bind(exportCalls.getUserExports, ({ userId }, { operator }) => getUserExports(deps)(operator, userId)),
  bind(exportCalls.getExports, (_input, { operator }) => getExports(deps)(operator)),
  bindAudited(
    deps,
    exportCalls.openExport,
    { subject: ({ exportId }) => `export:${exportId}` },
    (joined, { exportId }, { operator }) => openExport(joined)(operator, exportId),
  ),
  bind(jobCalls.getDeadJobs, (input) => getDeadJobs(deps)(input)),
  bindAudited(
    deps,
    jobCalls.retryDeadJobs,
    {
      subject: ({ queue }) => `job:${queue}`,
      after: ({ deadJobId = 'all' }, { retried }) => ({ deadJobId, retried }),
    },
    (joined, input) => retryDeadJobs(joined)(input),
  ),
  bind(deviceCalls.getDevice, ({ deviceId }, { operator }) => getDevice(deps)(deviceId, operator)),
]
