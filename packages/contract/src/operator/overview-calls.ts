import * as z from 'zod/mini'
import { deviceStates } from '../devices/device/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, epochMillis, noInput, positiveId } from '../wire/fields.ts'
import { operatorRights } from '../wire/operator-roles.ts'
import { deviceRecord, orderRecord, userRecord } from './records.ts'

/** Kinds of work that wait for a person. */
const waitingKinds = [
  'verifications',
  'tickets',
  'overdueTickets',
  'failedRefunds',
  'invoices',
  'refusingPhones',
  'faultyDevices',
  'unfulfilledOrders',
  'refusedNotices',
  'refundProposals',
  'billDifferences',
  'missingBills',
  'unerasedPhones',
  'awayPhones',
  'openBreakers',
  'deadJobs',
] as const

/** Of what the operator may work on. */
const waiting = z.array(z.object({ kind: z.enum(waitingKinds), count, right: z.enum(operatorRights) }))

const day = z.object({
  /** `YYYY-MM-DD` in China. */
  day: z.string(),
  paidCents: cents,
  refundedCents: cents,
  createdOrders: count,
  paidOrders: count,
})

const money = z.object({
  /** Paid through providers, in the period and in the one before it. */
  paidCents: cents,
  previousPaidCents: cents,
  /** Given back through providers. */
  refundedCents: cents,
  previousRefundedCents: cents,
  days: z.array(day),
  /** As many days before them. */
  previousDays: z.array(day),
})

export const getOverview = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getOverview',
  summary: '概览：设备、收入、订单、到期、库存和待处理事项；没有权限的部分为 null',
  access: access.operator('overview.read'),
  input: z.strictObject({ days: z.prefault(z.enum(['1', '7', '30']), '7') }),
  data: z.object({
    /** Needs devices.read. */
    devices: z.nullable(
      z.object({
        byState: z.array(z.object({ state: z.enum(deviceStates), devices: count })),
        /** Running in a zone that answers, and those that should run: online rate is their quotient. */
        online: count,
        expected: count,
        /** Running when their zone was last seen. */
        unreachable: count,
        /** Prepaid devices that end within 24 hours, and those of them that renew by plan. */
        expiring: count,
        /** Those of them that are online. */
        expiringRunning: count,
        expiringWithPlan: count,
        /** At the same time yesterday; null where it was not counted. */
        yesterday: z.nullable(z.object({ online: count, expiring: count })),
      }),
    ),
    /** Needs orders.read or ledger.read. */
    money: z.nullable(money),
    /** Needs orders.read. */
    orders: z.nullable(
      z.object({
        createdToday: count,
        paidToday: count,
        /** Created yesterday until the same time of day. */
        createdYesterday: count,
        latest: z.array(orderRecord),
      }),
    ),
    /** Needs stock.read. */
    stock: z.nullable(
      z.array(
        z.object({
          zoneId: positiveId,
          zoneName: z.string(),
          /** For sale. */
          isOpen: z.boolean(),
          capacity: count,
          reserved: count,
          rented: count,
        }),
      ),
    ),
    waiting,
    at: epochMillis,
  }),
})

export const getWaiting = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getWaiting',
  summary: '等待处理的事项和数量；只数有权限的',
  access: access.operator('overview.read'),
  input: noInput,
  data: z.object({ waiting }),
})

export const searchEverything = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchEverything',
  summary: '按编号、手机号或名称查找用户、订单和设备，各最多 5 条；只查有权限的',
  access: access.anyOperator,
  input: z.strictObject({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  data: z.object({ users: z.array(userRecord), orders: z.array(orderRecord), devices: z.array(deviceRecord) }),
})
