import * as z from 'zod/mini'
import { mobilePhone } from '../../accounts/user/schema.ts'
import { access, defineCall } from '../../wire/call.ts'
import { count, epochMillis, longText, noInput, pageOf, pageQuery, positiveId } from '../../wire/fields.ts'
import { deviceIds } from '../device/schema.ts'
import {
  cardCode,
  deviceViewer,
  grantAccess,
  grantRecord,
  grantSides,
  sharePin,
  shareRecord,
  shareSecret,
  shareUses,
  useRecord,
} from './schema.ts'

export const giveGrants = defineCall({
  method: 'POST',
  path: '/vmcloud/api/grant/give',
  summary: '授权一个手机号观看或操作设备，到期自动收回；已授权的按新的权限和时间',
  access: access.deviceOwner,
  input: z.strictObject({ deviceIds, mobilePhone, access: grantAccess, expiresAt: epochMillis }),
  data: z.object({ grantIds: z.array(positiveId) }),
  errors: ['GET_DEVICE_FAILED'],
  callsPerMinute: 30,
})

export const getGrantList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/grant/getList',
  summary: '我给出的和收到的授权，未结束的',
  access: access.user,
  input: z.strictObject({ ...pageQuery, side: z.enum(grantSides) }),
  data: z.object({ ...pageOf(grantRecord), counts: z.object({ given: count, received: count }) }),
})

export const changeGrant = defineCall({
  method: 'POST',
  path: '/vmcloud/api/grant/change',
  summary: '延长授权或改变权限，立即生效',
  access: access.user,
  input: z.strictObject({ grantId: positiveId, access: z.optional(grantAccess), expiresAt: z.optional(epochMillis) }),
  data: z.null(),
})

export const revokeGrant = defineCall({
  method: 'POST',
  path: '/vmcloud/api/grant/revoke',
  summary: '收回授权，或不再使用收到的授权；打开的画面立即关闭',
  access: access.user,
  input: z.strictObject({ grantId: positiveId }),
  data: z.null(),
})

export const getViewers = defineCall({
  method: 'GET',
  path: '/vmcloud/api/grant/getViewers',
  summary: '谁正在使用我的设备',
  access: access.user,
  input: noInput,
  data: z.object({ viewers: z.array(deviceViewer) }),
})

export const getUseLog = defineCall({
  method: 'GET',
  path: '/vmcloud/api/grant/getUseLog',
  summary: '他人使用我的设备的记录，保留 90 天',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(useRecord)),
})

export const createShare = defineCall({
  method: 'POST',
  path: '/vmcloud/api/share/create',
  summary: '用链接或授权码分享一台设备，无需对方有账号；链接和授权码只显示这一次',
  access: access.deviceOwner,
  input: z.strictObject({
    deviceId: positiveId,
    access: grantAccess,
    expiresAt: epochMillis,
    pin: z.optional(sharePin),
    maximumUses: z.optional(shareUses),
  }),
  data: z.object({ share: shareRecord, secret: shareSecret, cardCode }),
  errors: ['GET_DEVICE_FAILED'],
  callsPerMinute: 30,
})

export const getShareList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/share/getList',
  summary: '我的分享，未结束的',
  access: access.user,
  input: noInput,
  data: z.object({ shares: z.array(shareRecord) }),
})

export const revokeShare = defineCall({
  method: 'POST',
  path: '/vmcloud/api/share/revoke',
  summary: '停止分享，打开的画面立即关闭',
  access: access.user,
  input: z.strictObject({ shareId: positiveId }),
  data: z.null(),
})

/** Exactly one of the two. */
const credential = { secret: z.optional(shareSecret), cardCode: z.optional(cardCode) }

const namesOne = ({ secret, cardCode: typed }: { secret?: string; cardCode?: string }): boolean =>
  (secret === undefined) !== (typed === undefined)

/** Guesses of card codes from one address. */
const GUESSES_PER_MINUTE = 20

export const getShare = defineCall({
  method: 'POST',
  path: '/vmcloud/api/share/get',
  summary: '链接或授权码打开什么，是否需要访问密码',
  access: access.open,
  input: z.strictObject(credential).check(z.refine(namesOne, '链接或授权码不正确')),
  data: z.object({ access: grantAccess, hasPin: z.boolean(), expiresAt: epochMillis }),
  callsPerMinute: GUESSES_PER_MINUTE,
})

export const openShare = defineCall({
  method: 'POST',
  path: '/vmcloud/api/share/open',
  summary: '以访客身份打开分享的设备：画面的一次性凭证',
  access: access.open,
  input: z.strictObject({ ...credential, pin: z.optional(sharePin) }).check(z.refine(namesOne, '链接或授权码不正确')),
  data: z.object({ ticket: z.string(), path: longText, expiresAt: epochMillis }),
  errors: ['START_UP_STANDARD_NOT_MET', 'GET_DEVICE_FAILED'],
  callsPerMinute: GUESSES_PER_MINUTE,
})
