import * as calls from '@yunji/contract/commerce/coupon/calls'
import * as operator from '@yunji/contract/operator/commerce-calls'
import * as issues from '@yunji/contract/operator/coupon-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import {
  type CouponIssueDeps,
  getCouponIssue,
  getCouponIssues,
  getCouponIssueUsers,
  getCouponTemplates,
  planCouponIssue,
  startCouponIssue,
  withdrawCouponIssue,
} from './coupon-issues.ts'
import { exchangeCoupon } from './exchange-coupon.ts'
import { readIssueState } from './issue-store.ts'
import { getCouponList, getCouponUsage } from './list-coupons.ts'
import { closeTemplate, createTemplate, issueCoupons, updateTemplate } from './manage-templates.ts'
import { readTemplateState } from './template-store.ts'
import { withdrawCoupons } from './withdraw-template.ts'

const ofTemplate = ({ templateId }: { readonly templateId: number }) => `couponTemplate:${templateId}`
const ofIssue = ({ issueId }: { readonly issueId: number }) => `couponIssue:${issueId}`

export const couponRoutes = (deps: CouponIssueDeps): Binding[] => [
  bind(calls.getCouponList, (query, { caller }) => getCouponList(deps)(caller, query)),
  bind(calls.getCouponUsage, (query, { caller }) => getCouponUsage(deps)(caller, query)),
  bind(calls.exchangeCoupon, ({ exchangeCode }, { caller }) => exchangeCoupon(deps)(caller, exchangeCode)),
  bindAudited(
    deps,
    operator.createCouponTemplate,
    {
      subject: (_input, { templateId }) => `couponTemplate:${templateId}`,
      // An exchange code is money to whoever reads it.
      after: ({ exchangeCode, ...terms }) => ({ ...terms, hasExchangeCode: exchangeCode !== undefined }),
    },
    (joined, input) => createTemplate(joined)(input),
  ),
  bindAudited(
    deps,
    operator.issueCoupons,
    {
      subject: ofTemplate,
      after: ({ userIds }, { issued, skipped }) => ({ issued, skipped, userIds }),
    },
    (joined, input) => issueCoupons(joined)(input),
  ),
  bindAudited(
    deps,
    operator.withdrawCoupons,
    {
      subject: ofTemplate,
      read: (tx, { templateId }) => readTemplateState(tx, templateId),
      after: (_input, { withdrawn }) => ({ isEnabled: false, withdrawn }),
    },
    (joined, { templateId }) => withdrawCoupons(joined)(templateId),
  ),
  bindAudited(
    deps,
    issues.closeCouponTemplate,
    { subject: ofTemplate, read: (tx, { templateId }) => readTemplateState(tx, templateId) },
    (joined, { templateId }) => closeTemplate(joined)(templateId),
  ),
  bindAudited(
    deps,
    issues.updateCouponTemplate,
    { subject: ofTemplate, read: (tx, { templateId }) => readTemplateState(tx, templateId) },
    (joined, input) => updateTemplate(joined)(input),
  ),
  bind(issues.getCouponTemplates, (input, { operator: caller }) => getCouponTemplates(deps)(caller, input)),
  bind(issues.getCouponIssues, (input) => getCouponIssues(deps)(input)),
  bind(issues.getCouponIssue, ({ issueId }) => getCouponIssue(deps)(issueId)),
  bind(issues.getCouponIssueUsers, (input, context) => getCouponIssueUsers(deps)(context.operator, input)),
  bindAudited(
    deps,
    issues.planCouponIssue,
    {
      subject: (_input, data) => ofIssue(data),
      // Numbers of customers are in the segment.
      after: ({ templateId, segment }, { plannedCount, leftOutCount }) => ({
        templateId,
        conditions: Object.keys(segment),
        plannedCount,
        leftOutCount,
      }),
    },
    (joined, input, context) => planCouponIssue(joined)(context.operator, input),
  ),
  bindAudited(
    deps,
    issues.startCouponIssue,
    { subject: ofIssue, read: (tx, { issueId }) => readIssueState(tx, issueId) },
    (joined, { issueId }) => startCouponIssue(joined)(issueId),
  ),
  bindAudited(
    deps,
    issues.withdrawCouponIssue,
    { subject: ofIssue, read: (tx, { issueId }) => readIssueState(tx, issueId) },
    (joined, { issueId }) => withdrawCouponIssue(joined)(issueId),
  ),
]
