import * as z from 'zod/mini'
import { processKey, waitingVerification } from '../accounts/verification/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  cents,
  count,
  cursorQuery,
  epochMillis,
  keysetOf,
  longText,
  noInput,
  pageOf,
  pageQuery,
  positiveId,
  shortText,
} from '../wire/fields.ts'
import { segmentConditions } from './segment.ts'

export const getWaitingVerifications = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getWaitingVerifications',
  summary: '待审核的认证，先提交的在前；text 为用户编号或名称的一部分，能看手机号的也可用完整的手机号',
  access: access.operator('verification.decide'),
  input: z.strictObject({ ...pageQuery, text: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
  data: z.object(pageOf(waitingVerification)),
})

export const decideVerification = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideVerification',
  summary: '审核认证：通过，或带原因退回',
  access: access.operator('verification.decide'),
  input: z.strictObject({
    verificationId: positiveId,
    /** Process that is decided; a request of another is not found. */
    processKey: z.optional(processKey),
    isPassed: z.boolean(),
    reason: z.optional(longText),
  }),
  data: z.null(),
})

export const getFailedRefunds = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getFailedRefunds',
  summary: '支付平台未能完成、需要人工处理的退款，先产生的在前',
  access: access.operator('orders.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        refundId: positiveId,
        orderId: positiveId,
        provider: z.enum(['alipay', 'wechat']),
        outTradeNo: shortText,
        outRefundNo: shortText,
        amountCents: cents,
        failure: longText,
        createdAt: epochMillis,
      }),
    ),
  ),
})

export const decideRefund = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideRefund',
  summary: '处理一笔未完成的退款：换新单号重新原路退回，或退到用户的账户余额',
  access: access.operator('orders.refund'),
  input: z.strictObject({ refundId: positiveId, way: z.enum(['provider', 'balance']) }),
  /** Completed: the provider had paid it back after all, and nothing else was given. */
  data: z.object({ isCompleted: z.boolean() }),
})

export const getClientErrors = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getClientErrors',
  summary: '客户端错误，按种类合并，最近出现的在前',
  access: access.operator('overview.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        fingerprint: z.string(),
        message: z.string(),
        stack: z.string(),
        page: z.string(),
        client: z.string(),
        firstVersion: z.string(),
        lastVersion: z.string(),
        times: positiveId,
        firstSeenAt: epochMillis,
        lastSeenAt: epochMillis,
      }),
    ),
  ),
})

export const publishNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/publishNotice',
  summary: '发布公告：给所有用户，或符合条件的用户；可以定时，定时的在发出前可以取消',
  access: access.operator('messages.send'),
  idempotent: true,
  input: z.strictObject({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    content: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    /** A page of ours. */
    link: z.optional(longText),
    linkText: z.optional(shortText),
    /** At once where it is absent; within a year. */
    publishAt: z.optional(epochMillis),
    segment: z.optional(segmentConditions),
  }),
  data: z.object({ noticeId: positiveId }),
})

export const getNotices = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getNotices',
  summary: '公告，新建的在前，每页 50 条',
  access: access.operator('messages.read'),
  input: z.strictObject(cursorQuery),
  data: z.object(
    keysetOf(
      z.object({
        noticeId: positiveId,
        title: z.string(),
        content: z.string(),
        link: z.string(),
        linkText: z.string(),
        /** `failed`: the job was given up before it had reached everybody. */
        state: z.enum(['scheduled', 'sending', 'sent', 'failed', 'cancelled']),
        /** Null: everybody. */
        segment: z.nullable(segmentConditions),
        publishedAt: epochMillis,
        endedAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const cancelNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/cancelNotice',
  summary: '取消尚未发出的定时公告，或发布失败的公告；已经收到的用户保留',
  access: access.operator('messages.send'),
  input: z.strictObject({ noticeId: positiveId }),
  data: z.null(),
})

export const resumeNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/resumeNotice',
  summary: '继续发布失败的公告：从还没有收到的用户开始',
  access: access.operator('messages.send'),
  input: z.strictObject({ noticeId: positiveId }),
  data: z.null(),
})

export const getZoneHealth = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getZoneHealth',
  summary: '各机房的云手机状况：故障数量、是否失联、自动更换是否已暂停；以及需要运维处理的安装问题',
  access: access.operator('devices.read'),
  input: noInput,
  data: z.object({
    records: z.array(
      z.object({
        zoneId: positiveId,
        zoneCode: z.string(),
        zoneName: z.string(),
        supplierType: z.int(),
        phones: count,
        faulty: count,
        /** Of the faulty ones, those that refuse ADB: an operator decides about each of them. */
        refusing: count,
        replacedLately: count,
        seenAt: z.nullable(epochMillis),
        isAway: z.boolean(),
        isBreakerOpen: z.boolean(),
      }),
    ),
    /**
     * Shortcomings of the phones. Known to the process that answers: `scrcpyServerMissing`, real phones show no screen;
     * `phoneNotErased`, a returned phone is out of stock because something is left on it, which `detail` names. Known to
     * all processes: `adbRefused`, the phone of `detail` refuses ADB, most likely because debugging was switched off on it.
     */
    problems: z.array(
      z.object({
        supplierType: z.int(),
        problem: z.enum(['scrcpyServerMissing', 'phoneNotErased', 'adbRefused']),
        detail: z.optional(z.string()),
      }),
    ),
  }),
})

export const replaceFaultyDevices = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/replaceFaultyDevices',
  summary: '人工决定更换故障设备；答复中为已开始更换的设备',
  access: access.operator('devices.act'),
  input: z.strictObject({ deviceIds: z.array(positiveId).check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({ deviceIds: z.array(positiveId) }),
})

export const getQuarantinedPhones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getQuarantinedPhones',
  summary: '已更换、尚未清除的云手机，先更换的在前',
  access: access.operator('devices.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        quarantineId: positiveId,
        deviceId: positiveId,
        /** Null without the right to users. */
        ownerId: z.nullable(positiveId),
        zoneId: positiveId,
        phoneId: z.string(),
        quarantinedAt: epochMillis,
        erasesAt: epochMillis,
      }),
    ),
  ),
})

export const restorePhone = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/restorePhone',
  summary: '把更换前的云手机还给设备；现在的云手机改为保留',
  access: access.operator('devices.act'),
  input: z.strictObject({ quarantineId: positiveId }),
  data: z.null(),
})
