import * as z from 'zod/mini'
import { CheckStatus, UserType } from '../accounts/user/enums.ts'
import { OrderStatus, orderKinds } from '../commerce/order/enums.ts'
import { PayMethod } from '../commerce/payment/enums.ts'
import { deviceStates } from '../devices/device/enums.ts'
import { cents, count, epochMillis, positiveId } from '../wire/fields.ts'

export const userStates = ['active', 'frozen'] as const

const checkStatus = z.enum(CheckStatus)

export const userFacts = {
  userId: positiveId,
  name: z.string(),
  userType: z.enum(UserType),
  state: z.enum(userStates),
  personalCheckStatus: checkStatus,
  companyCheckStatus: checkStatus,
  deviceCount: count,
  createdAt: epochMillis,
}

export const userRecord = z.object({
  ...userFacts,
  /** 138****8000; empty where the account has no number. */
  maskedPhone: z.string(),
})
export type UserRecord = z.output<typeof userRecord>

export const orderFacts = {
  orderId: positiveId,
  userId: positiveId,
  maskedPhone: z.string(),
  title: z.string(),
  kind: z.enum(orderKinds),
  orderStatus: z.enum(OrderStatus),
  totalCents: cents,
  payableCents: cents,
  /** Null until it is paid. */
  payMethod: z.nullable(z.enum(PayMethod)),
  createdAt: epochMillis,
  paidAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
}

export const orderRecord = z.object(orderFacts)
export type OrderRecord = z.output<typeof orderRecord>

export const deviceFacts = {
  deviceId: positiveId,
  name: z.string(),
  /** Null, and no number, without the right to users. */
  ownerId: z.nullable(positiveId),
  maskedPhone: z.string(),
  zoneId: positiveId,
  zoneName: z.string(),
  state: z.enum(deviceStates),
  /** Time of its last change of state; null where that is not known. */
  stateSince: z.nullable(epochMillis),
  supplierType: z.int(),
  goodsLevel: z.int(),
  version: z.string(),
  isMetered: z.boolean(),
  isTrial: z.boolean(),
  /** The phone refuses ADB: an operator decides about it. */
  isRefusing: z.boolean(),
  expiresAt: epochMillis,
  createdAt: epochMillis,
}

export const deviceRecord = z.object(deviceFacts)
export type DeviceRecord = z.output<typeof deviceRecord>

/** A day in China, `YYYY-MM-DD`. */
export const chinaDay = z.string().check(
  z.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
  z.refine((text) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false, '没有这一天'),
)

/** First and last day of a list, both included; inputs with them are checked by `hasDaysInOrder`. */
export const dayQuery = { fromDay: z.optional(chinaDay), toDay: z.optional(chinaDay) }

interface DayQuery {
  readonly fromDay?: string | undefined
  readonly toDay?: string | undefined
}

export const hasDaysInOrder = z.refine<DayQuery>(
  ({ fromDay, toDay }) => fromDay === undefined || toDay === undefined || fromDay <= toDay,
  '结束日期早于开始日期',
)
