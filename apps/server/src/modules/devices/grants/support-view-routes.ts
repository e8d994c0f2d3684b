import * as own from '@yunji/contract/devices/grant/support-view-calls'
import * as calls from '@yunji/contract/operator/support-view-calls'
import { bindAudited, bindSelfAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { GrantDeps, ShareDeps } from './deps.ts'
import {
  answerView,
  auditedView,
  endView,
  listDeviceViews,
  listOwnViews,
  openView,
  requestView,
  stopOwnView,
} from './support-view.ts'

const subjectOf = (supportViewId: number): string => `supportView:${supportViewId}`

/** Support views of a customer's screen: requested, accepted by the customer, view-only, ended by the clock. */
export const supportViewRoutes = (deps: GrantDeps & ShareDeps): Binding[] => [
  bind(own.getSupportViews, (_input, { caller }) => listOwnViews(deps)(caller)),
  bind(own.answerSupportView, (input, { caller }) => answerView(deps)(caller, input)),
  bind(own.stopSupportView, ({ supportViewId }, { caller }) => stopOwnView(deps)(caller, supportViewId)),
  bind(calls.getDeviceViews, ({ deviceId }) => listDeviceViews(deps)(deviceId)),
  bindAudited(
    deps,
    calls.requestView,
    {
      subject: (_input, { supportViewId }) => subjectOf(supportViewId),
      read: async (tx, _input, data) => data && auditedView(deps, tx, data.supportViewId),
    },
    (joined, input, { operator }) => requestView(joined, operator, input),
  ),
  bindAudited(
    deps,
    calls.endView,
    {
      subject: ({ supportViewId }) => subjectOf(supportViewId),
      read: (tx, { supportViewId }) => auditedView(deps, tx, supportViewId),
    },
    (joined, { supportViewId }) => endView(joined, supportViewId),
  ),
  // A ticket is counted in a transaction of its own.
  bindSelfAudited(deps.clock, calls.openView, async ({ supportViewId }, { operator }, addAudit) => {
    const { db } = deps.database
    const opened = await openView(deps, operator, supportViewId)
    await db.transaction(async (tx) =>
      addAudit(tx, { subject: subjectOf(supportViewId), after: await auditedView(deps, tx, supportViewId) }),
    )
    return opened
  }),
]
