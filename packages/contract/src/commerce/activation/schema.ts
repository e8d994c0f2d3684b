import * as z from 'zod/mini'
import { cents, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { androidVersions, GoodsLevel } from '../commodity/enums.ts'

/** Letters and digits without look-alikes. */
export const ACTIVATION_CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{16}$/
export const activationCodeStates = ['unused', 'used', 'expired', 'returned'] as const
export type ActivationCodeState = (typeof activationCodeStates)[number]

/** Codes of one batch of an operator, and the longest time to redeem them. */
export const CODE_BATCH_MAXIMUM = 5000
export const CODE_BATCH_MAXIMUM_DAYS = 1095

/** Code as typed: lower case, spaces and dashes are accepted. */
export const activationCodeText = z.string().check(z.minLength(1), z.maxLength(40))

/** The configuration and rental time that a code gives. */
const given = {
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  configId: positiveId,
  cpuCores: positiveId,
  memoryGb: positiveId,
  storageGb: positiveId,
  version: z.enum(androidVersions),
  /** Hours. */
  goodTime: positiveId,
}

/** A kind of code that can be bought; `id` is the billable product that it gives. */
export const activationGoods = z.object({
  ...given,
  id: positiveId,
  goodId: positiveId,
  goodPrice: cents,
  /** From the purchase on. */
  validDays: positiveId,
})
export type ActivationGoods = z.output<typeof activationGoods>

/** One of the own codes. */
export const activationCode = z.object({
  ...given,
  codeId: positiveId,
  /** In groups of four; only its buyer sees it. */
  activationCode: shortText,
  state: z.enum(activationCodeStates),
  orderId: positiveId,
  boughtAt: epochMillis,
  expiresAt: epochMillis,
  usedAt: z.nullable(epochMillis),
  usedFor: z.nullable(z.enum(['newPhone', 'renewal'])),
  /** Masked phone number of the redeemer; empty until then. */
  usedBy: shortText,
  /** Text for sharing the code. */
  shareText: longText,
})
export type ActivationCode = z.output<typeof activationCode>

/** A code before it is redeemed: what it gives, and for which of the own devices. */
export const activationCodePreview = z.object({
  ...given,
  state: z.enum(activationCodeStates),
  expiresAt: epochMillis,
  /** Own devices of its configuration that it can renew. */
  renewable: z.array(z.object({ deviceId: positiveId, name: shortText, expiresAt: epochMillis })),
})
export type ActivationCodePreview = z.output<typeof activationCodePreview>
