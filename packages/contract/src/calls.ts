import * as activation from './activation/calls.ts'
import * as activity from './activity/calls.ts'
import * as change from './change/calls.ts'
import * as commodity from './commodity/calls.ts'
import * as goods from './commodity/goods-calls.ts'
import * as configure from './configure/calls.ts'
import * as coupon from './coupon/calls.ts'
import * as customerService from './customer-service/calls.ts'
import * as device from './device/calls.ts'
import * as deviceLife from './device/life-calls.ts'
import * as deviceList from './device/list-calls.ts'
import * as dictionary from './dictionary/calls.ts'
import * as group from './group/calls.ts'
import * as guide from './guide/calls.ts'
import * as message from './message/calls.ts'
import * as unread from './message/unread-calls.ts'
import * as operatorBigUser from './operator/big-user-calls.ts'
import * as operator from './operator/calls.ts'
import * as operatorClientError from './operator/client-error-calls.ts'
import * as operatorCoupon from './operator/coupon-calls.ts'
import * as operatorNotice from './operator/notice-calls.ts'
import * as operatorPhone from './operator/phone-calls.ts'
import * as orderBigUser from './order/big-user-calls.ts'
import * as order from './order/calls.ts'
import * as orderLife from './order/life-calls.ts'
import * as orderPay from './order/pay-calls.ts'
import * as orderPhones from './order/phones-calls.ts'
import * as renewal from './renewal/calls.ts'
import * as sms from './sms/calls.ts'
import * as space from './space/plan-calls.ts'
import * as stream from './stream/calls.ts'
import * as task from './task/calls.ts'
import * as usageLog from './usage-log/calls.ts'
import * as userAccount from './user/account-calls.ts'
import * as user from './user/calls.ts'
import * as userLogin from './user/login-calls.ts'
import * as userSecurity from './user/security-calls.ts'
import * as verification from './verification/calls.ts'
import * as wallet from './wallet/calls.ts'
import * as walletFigures from './wallet/figures-calls.ts'
import * as walletRecharge from './wallet/recharge-calls.ts'
import type { Call } from './wire/call.ts'

const byCapability = {
  user,
  userLogin,
  userSecurity,
  userAccount,
  sms,
  verification,
  configure,
  guide,
  device,
  deviceList,
  deviceLife,
  renewal,
  group,
  stream,
  task,
  message,
  unread,
  dictionary,
  order,
  orderLife,
  orderPay,
  orderPhones,
  orderBigUser,
  change,
  activity,
  wallet,
  walletRecharge,
  walletFigures,
  coupon,
  activation,
  space,
  commodity,
  goods,
  usageLog,
  customerService,
  operator,
  operatorNotice,
  operatorBigUser,
  operatorClientError,
  operatorCoupon,
  operatorPhone,
}

/** Every call of the product. The server binds each, the API page lists each, the security matrix walks each. */
export const allCalls: readonly Call[] = Object.values(byCapability).flatMap((calls) => Object.values<Call>(calls))
