import * as profile from './accounts/profile/calls.ts'
import * as session from './accounts/session/calls.ts'
import * as sms from './accounts/sms/calls.ts'
import * as user from './accounts/user/calls.ts'
import * as verification from './accounts/verification/calls.ts'
import * as activation from './commerce/activation/calls.ts'
import * as change from './commerce/change/calls.ts'
import * as commodity from './commerce/commodity/calls.ts'
import * as coupon from './commerce/coupon/calls.ts'
import * as invoice from './commerce/invoice/calls.ts'
import * as order from './commerce/order/calls.ts'
import * as renewal from './commerce/renewal/calls.ts'
import * as wallet from './commerce/wallet/calls.ts'
import * as configuration from './configuration/calls.ts'
import * as guide from './configuration/guide/calls.ts'
import * as activity from './content/activity/calls.ts'
import * as agreement from './content/agreement/calls.ts'
import * as app from './devices/app/calls.ts'
import * as availability from './devices/availability/calls.ts'
import * as device from './devices/device/calls.ts'
import * as grant from './devices/grant/calls.ts'
import * as supportView from './devices/grant/support-view-calls.ts'
import * as group from './devices/group/calls.ts'
import * as move from './devices/move/calls.ts'
import * as rental from './devices/rental/calls.ts'
import * as schedule from './devices/schedule/calls.ts'
import * as task from './devices/task/calls.ts'
import * as transfer from './devices/transfer/calls.ts'
import * as update from './devices/update/calls.ts'
import * as messages from './messages/calls.ts'
import * as operatorAccount from './operator/account-calls.ts'
import * as operatorActivity from './operator/activity-calls.ts'
import * as operatorAgreement from './operator/agreement-calls.ts'
import * as operatorAudit from './operator/audit-calls.ts'
import * as operatorAvailability from './operator/availability-calls.ts'
import * as operatorBill from './operator/bill-calls.ts'
import * as operator from './operator/calls.ts'
import * as operatorCodeBatch from './operator/code-batch-calls.ts'
import * as operatorCommerce from './operator/commerce-calls.ts'
import * as operatorContent from './operator/content-calls.ts'
import * as operatorCoupon from './operator/coupon-calls.ts'
import * as operatorDevice from './operator/device-calls.ts'
import * as operatorExport from './operator/export-calls.ts'
import * as operatorGoods from './operator/goods-calls.ts'
import * as operatorInvoice from './operator/invoice-calls.ts'
import * as operatorJob from './operator/job-calls.ts'
import * as operatorLedger from './operator/ledger-calls.ts'
import * as operatorListView from './operator/list-view-calls.ts'
import * as operatorOrder from './operator/order-calls.ts'
import * as operatorOverview from './operator/overview-calls.ts'
import * as operatorPayment from './operator/payment-calls.ts'
import * as operatorPhone from './operator/phone-calls.ts'
import * as operatorRefund from './operator/refund-calls.ts'
import * as operatorService from './operator/service-calls.ts'
import * as operatorSetup from './operator/setup-calls.ts'
import * as operatorSupportView from './operator/support-view-calls.ts'
import * as operatorUser from './operator/user-calls.ts'
import * as operatorWording from './operator/wording-calls.ts'
import * as operatorZone from './operator/zone-calls.ts'
import * as service from './service/calls.ts'
import * as serviceContact from './service/contact-calls.ts'
import * as backup from './space/backup-calls.ts'
import * as space from './space/calls.ts'
import * as spaceFile from './space/file/calls.ts'
import * as restore from './space/restore-calls.ts'
import * as telemetry from './telemetry/calls.ts'
import type { Call } from './wire/call.ts'

const byCapability = {
  user,
  profile,
  session,
  sms,
  verification,
  configuration,
  guide,
  device,
  availability,
  group,
  rental,
  move,
  update,
  app,
  schedule,
  task,
  transfer,
  grant,
  supportView,
  messages,
  commodity,
  order,
  invoice,
  wallet,
  coupon,
  renewal,
  change,
  activation,
  space,
  spaceFile,
  backup,
  restore,
  service,
  serviceContact,
  telemetry,
  agreement,
  activity,
  operator,
  operatorAccount,
  operatorAudit,
  operatorAgreement,
  operatorActivity,
  operatorCommerce,
  operatorContent,
  operatorCodeBatch,
  operatorCoupon,
  operatorService,
  operatorInvoice,
  operatorJob,
  operatorBill,
  operatorLedger,
  operatorListView,
  operatorPayment,
  operatorPhone,
  operatorRefund,
  operatorAvailability,
  operatorSetup,
  operatorSupportView,
  operatorUser,
  operatorWording,
  operatorZone,
  operatorOrder,
  operatorDevice,
  operatorOverview,
  operatorExport,
  operatorGoods,
}

/** Every call of the product. The server binds each, the API page lists each, the security matrix walks each. */
export const allCalls: readonly Call[] = Object.values(byCapability).flatMap((calls) => Object.values<Call>(calls))
