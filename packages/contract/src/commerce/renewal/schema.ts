import * as z from 'zod/mini'
import { deviceState } from '../../devices/device/schema.ts'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { androidVersions, GoodsLevel } from '../commodity/enums.ts'
import { goodsPrice } from '../commodity/schema.ts'
import { PayMethod } from '../payment/enums.ts'

/** Methods of automatic renewal; providers need the owner's consent each time. */
export const autoRenewMethods = [PayMethod.beans, PayMethod.balance] as const

/** Settings of automatic renewal. */
export const autoRenew = z.object({
  payMethod: z.literal(autoRenewMethods),
  /** Hours of the product that it takes again. */
  goodTime: positiveId,
  /** Time of the next attempt. */
  nextTryAt: epochMillis,
  /** Why it did not succeed the last time, in words; empty otherwise. */
  failure: longText,
})
export type AutoRenew = z.output<typeof autoRenew>

/** Why a device cannot be renewed now; see the labels. */
export const renewRefusals = ['metered', 'trial', 'notSold', 'creating', 'changing'] as const
export type RenewRefusal = (typeof renewRefusals)[number]

/** An own device as the renewal page lists it. */
export const renewDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  cover: longText,
  state: deviceState,
  goodsLevel: z.enum(GoodsLevel),
  version: z.enum(androidVersions),
  /** Null for a device that is no longer in the catalogue. */
  goodsName: z.nullable(shortText),
  configuration: z.nullable(
    z.object({ configId: positiveId, cpuCores: positiveId, memoryGb: positiveId, storageGb: positiveId }),
  ),
  /** Monthly price for the owner; null where it is not sold by the month. */
  monthCents: z.nullable(cents),
  expiresAt: epochMillis,
  /** By the server's clock. */
  remainingMs: count,
  /** End of the grace period; null while the rental runs. */
  keptUntil: z.nullable(epochMillis),
  autoRenew: z.nullable(autoRenew),
  /** Null when it can be renewed. */
  refusal: z.nullable(z.enum(renewRefusals)),
})
export type RenewDevice = z.output<typeof renewDevice>

/** Price and new end of one device for a duration. */
const renewPart = z.object({
  deviceId: positiveId,
  /** The billable product of its own configuration. */
  id: positiveId,
  goodPrice: cents,
  /** When it would end then, were it paid now. */
  expiresAt: epochMillis,
})

/**
 * A duration that all chosen devices can take. `id`, `goodPrice`, the number of devices and `totalCents` go back as they
 * are with the order; the other devices take the same duration of their own configurations.
 */
export const renewOption = z.object({
  /** Hours. */
  goodTime: positiveId,
  /** The product of the first device, and its unit price. */
  id: positiveId,
  goodPrice: cents,
  /** Before a coupon. */
  totalCents: cents,
  /** Total without first-purchase terms, activity or long-duration price; null where that is not higher. */
  oldTotalCents: z.nullable(cents),
  /** Lines for the coupon rules. */
  lines: z.array(z.object({ goods: goodsPrice, quantity: positiveId })),
  devices: z.array(renewPart),
})
export type RenewOption = z.output<typeof renewOption>

/** The lists that the renewal page shows. */
export const renewFilters = ['all', 'expiringSoon'] as const
export type RenewFilter = (typeof renewFilters)[number]
