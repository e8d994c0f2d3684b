import * as calls from '@yunji/contract/content/activity/calls'
import * as operatorCalls from '@yunji/contract/operator/activity-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import * as activities from './activities.ts'
import { findPage, findTerms } from './store.ts'

export { findEnabled as findEnabledActivity } from './store.ts'

export const activityRoutes = (deps: activities.ActivityDeps): Binding[] => [
  bind(calls.getActivities, () => activities.getActivities(deps)()),
  bind(calls.getActivity, ({ activityId }, { caller }) => activities.getActivity(deps)(caller.userId, activityId)),
  bind(calls.claimActivityCoupon, (input, { caller }) => activities.claimCoupon(deps)(caller.userId, input)),
  bindAudited(
    deps,
    operatorCalls.createActivity,
    { subject: (_input, { activityId }) => `activity:${activityId}`, after: (input) => input },
    (joined, input) => activities.createActivity(joined)(input),
  ),
  bindAudited(
    deps,
    operatorCalls.setActivityPage,
    {
      subject: ({ activityId }) => `activity:${activityId}`,
      read: (tx, { activityId }) => findPage(tx, activityId),
    },
    (joined, input) => activities.setActivityPage(joined)(input),
  ),
  bindAudited(
    deps,
    operatorCalls.setActivity,
    { subject: ({ activityId }) => `activity:${activityId}`, read: (tx, { activityId }) => findTerms(tx, activityId) },
    (joined, input) => activities.setActivity(joined)(input),
  ),
  bindAudited(
    deps,
    operatorCalls.endActivity,
    { subject: ({ activityId }) => `activity:${activityId}`, read: (tx, { activityId }) => findTerms(tx, activityId) },
    (joined, { activityId }) => activities.endActivity(joined)(activityId),
  ),
  bind(operatorCalls.getActivityPages, async (query) => {
    const { records, total } = await activities.getActivityPages(deps)(query)
    return pageOf(records, query.page, query.rows, total)
  }),
]
