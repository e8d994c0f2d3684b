import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { epochMillis, noInput, pageOf, pageQuery, positiveId } from '../../wire/fields.ts'
import { ImageType } from '../commodity/enums.ts'
import {
  activationCode,
  activationCodePreview,
  activationCodeStates,
  activationCodeText,
  activationGoods,
} from './schema.ts'

export const getActivationGoods = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activation/getActivationGoods',
  summary: '可以购买的激活码',
  access: access.visitor,
  input: noInput,
  data: z.object({ goods: z.array(activationGoods) }),
})

export const getActivationCodes = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activation/getActivationCodes',
  summary: '我买的激活码，新的在前',
  access: access.user,
  input: z.strictObject({ ...pageQuery, state: z.optional(z.enum(activationCodeStates)) }),
  data: z.object(pageOf(activationCode)),
})

export const getActivationCode = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activation/getActivationCode',
  summary: '兑换前看一眼：激活码能换什么，能为哪些设备续费',
  access: access.user,
  input: z.strictObject({ activationCode: activationCodeText }),
  data: activationCodePreview,
  callsPerMinute: 20,
})

export const redeemActivationCode = defineCall({
  method: 'POST',
  path: '/vmcloud/api/activation/redeemActivationCode',
  summary: '兑换激活码：带 deviceId 为该设备续费，否则得到一台新的云手机',
  access: access.user,
  input: z.strictObject({
    activationCode: activationCodeText,
    deviceId: z.optional(positiveId),
    /** For a new phone; the zone with the most of it and the default group where they are not chosen. */
    zoneId: z.optional(positiveId),
    groupId: z.optional(positiveId),
    imageType: z.optional(z.enum(ImageType)),
  }),
  data: z.object({ deviceId: positiveId, isNewPhone: z.boolean(), expiresAt: epochMillis }),
  errors: ['OUT_OF_STOCK'],
  callsPerMinute: 20,
  loadingText: '兑换中',
  idempotent: true,
})
