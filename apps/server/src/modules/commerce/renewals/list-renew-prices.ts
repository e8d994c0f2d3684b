import { oldPriceOf, purchaseCents } from '@yunji/contract/commerce/commodity/terms'
import type { RenewOption } from '@yunji/contract/commerce/renewal/schema'
import { exactSum, exactTimes } from '@yunji/contract/money'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { assertRenewable, type PricedLine, renewalLines, renewalPrices } from '../purchases/index.ts'
import type { RenewalDeps } from './deps.ts'
import { findOwnDevices } from './store.ts'

const HOUR_MS = 3_600_000

/** Durations that all of the devices can be renewed for, each device by its own configuration. */
export const getRenewPrices =
  ({ database: { db }, clock }: RenewalDeps) =>
  async ({ userId }: Caller, deviceIds: readonly number[]): Promise<{ options: RenewOption[] }> => {
    const now = clock.now()
    const own = await findOwnDevices(db, userId, deviceIds)
    if (own.length < new Set(deviceIds).size) throw new AppError('GET_DEVICE_FAILED')
    const prices = await renewalPrices(db, userId, own, now)
    assertRenewable(own, prices)
    const durations = [...new Set(prices.map(({ goodTime }) => goodTime))].toSorted((a, b) => a - b)
    const endOf = new Map(own.map(({ id, expiresAt }) => [id, Math.max(expiresAt.getTime(), now.getTime())]))
    const options = durations.flatMap((goodTime) => {
      const renewal = renewalLines(own, prices, goodTime)
      const first = renewal?.parts[0]
      if (!renewal || !first) return []
      const totalCents = purchaseCents(renewal.lines)
      const oldTotalCents = oldCents(renewal.lines)
      return {
        goodTime,
        id: first.goods.id,
        goodPrice: first.goods.goodPrice,
        totalCents,
        oldTotalCents: oldTotalCents > totalCents ? oldTotalCents : null,
        lines: renewal.lines.map(({ goods, quantity }) => ({ goods, quantity })),
        devices: renewal.parts.map(({ deviceId, goods: { id, goodPrice } }) => ({
          deviceId,
          id,
          goodPrice,
          expiresAt: (endOf.get(deviceId) ?? 0) + goodTime * HOUR_MS,
        })),
      }
    })
    return { options }
  }

const oldCents = (lines: readonly PricedLine[]): number =>
  exactSum(lines.map(({ goods, quantity }) => exactTimes(Math.max(goods.goodPrice, oldPriceOf(goods) ?? 0), quantity)))
