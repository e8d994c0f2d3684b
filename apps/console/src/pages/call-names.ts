import * as account from '@yunji/contract/operator/account-calls'
import * as activity from '@yunji/contract/operator/activity-calls'
import * as agreement from '@yunji/contract/operator/agreement-calls'
import * as availability from '@yunji/contract/operator/availability-calls'
import * as bill from '@yunji/contract/operator/bill-calls'
import * as review from '@yunji/contract/operator/calls'
import * as codeBatch from '@yunji/contract/operator/code-batch-calls'
import * as commerce from '@yunji/contract/operator/commerce-calls'
import * as content from '@yunji/contract/operator/content-calls'
import * as coupon from '@yunji/contract/operator/coupon-calls'
import * as device from '@yunji/contract/operator/device-calls'
import * as exports from '@yunji/contract/operator/export-calls'
import * as goods from '@yunji/contract/operator/goods-calls'
import * as invoice from '@yunji/contract/operator/invoice-calls'
import * as job from '@yunji/contract/operator/job-calls'
import * as ledger from '@yunji/contract/operator/ledger-calls'
import * as listView from '@yunji/contract/operator/list-view-calls'
import * as payment from '@yunji/contract/operator/payment-calls'
import * as phone from '@yunji/contract/operator/phone-calls'
import * as refund from '@yunji/contract/operator/refund-calls'
import * as service from '@yunji/contract/operator/service-calls'
import * as setup from '@yunji/contract/operator/setup-calls'
import * as supportView from '@yunji/contract/operator/support-view-calls'
import * as user from '@yunji/contract/operator/user-calls'
import * as wording from '@yunji/contract/operator/wording-calls'
import * as zone from '@yunji/contract/operator/zone-calls'
import { sideRoutes } from '@yunji/contract/wire/side-routes'

const modules = [
  account,
  activity,
  agreement,
  availability,
  review,
  commerce,
  content,
  codeBatch,
  coupon,
  invoice,
  job,
  ledger,
  listView,
  refund,
  service,
  device,
  user,
  wording,
  payment,
  phone,
  bill,
  exports,
  zone,
  goods,
  setup,
  supportView,
  sideRoutes,
]

/** The first clause of a summary: the rest explains. */
const clauseOf = (summary: string): string => summary.split(/[，；：（]/)[0] ?? summary

const all = modules
  .flatMap(
    (calls) => Object.values(calls) as { method: string; path: string; summary: string; access: { kind: string } }[],
  )
  .filter(({ access }) => access.kind === 'operator' || access.kind === 'anyOperator')
  .map(({ method, path, summary }) => ({
    method,
    name: path.slice(path.lastIndexOf('/') + 1),
    title: clauseOf(summary),
  }))

const names = new Map(all.map(({ name, title }) => [name, title]))

/** Writes that the audit log can name, by their titles. */
export const auditedCalls: readonly (readonly [name: string, title: string])[] = all
  .filter(({ method }) => method !== 'GET')
  .map(({ name, title }) => [name, title] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other, 'zh'))

/** Name of a call in the audit log, as people know it. */
export const callName = (call: string): string => names.get(call) ?? call
