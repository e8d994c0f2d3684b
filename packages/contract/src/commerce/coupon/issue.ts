/** An issue of coupons to many people: planned by a dry run, then carried out in batches. A failed one can be started again. */
export const couponIssueStates = ['planned', 'running', 'done', 'failed', 'withdrawn'] as const
export type CouponIssueState = (typeof couponIssueStates)[number]

/** Outcomes for one person; all but the first two are reasons for being left out. */
export const couponIssueOutcomes = [
  'planned',
  'issued',
  'frozen',
  'deleting',
  'holding',
  'limit',
  'exhausted',
  'gone',
  'closed',
  'failed',
] as const
export type CouponIssueOutcome = (typeof couponIssueOutcomes)[number]

/** People of one issue, those who are left out included. */
export const COUPON_ISSUE_MAXIMUM = 100_000
/** A dry run that nobody carries out is deleted. */
export const COUPON_PLAN_HOURS = 24
