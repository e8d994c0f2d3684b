import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { RenewDevice, RenewFilter } from '@yunji/contract/commerce/renewal/schema'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { renewalPrices, renewRefusalOf } from '../purchases/index.ts'
import type { RenewalDeps } from './deps.ts'
import { countRenewableDevices, listRenewableDevices, toAutoRenew } from './store.ts'

const MONTH_HOURS = 30 * 24

interface ListQuery {
  readonly page: number
  readonly rows: number
  readonly filter: RenewFilter
  readonly ids?: readonly number[] | undefined
}

export const getRenewList =
  ({ database: { db }, clock, covers }: RenewalDeps) =>
  async ({ userId }: Caller, query: ListQuery) => {
    const now = clock.now()
    const [found, counts] = await Promise.all([
      listRenewableDevices(db, userId, now, query),
      countRenewableDevices(db, userId, now),
    ])
    const prices = await renewalPrices(
      db,
      userId,
      found.map(({ device }) => device),
      now,
    )
    const records = found.map((row) => toDevice(row, prices, covers.addressOf(userId, row.device.id), now))
    const total = query.ids ? query.ids.length : counts[query.filter]
    return { ...pageOf(records, query.page, query.rows, total), counts }
  }

const toDevice = (
  { device, goodsName, configuration, auto, autoHours }: Awaited<ReturnType<typeof listRenewableDevices>>[number],
  prices: readonly GoodsPrice[],
  cover: string,
  now: Date,
): RenewDevice => {
  const month = prices.find(({ configId, goodTime }) => configId === device.configId && goodTime === MONTH_HOURS)
  return {
    deviceId: device.id,
    name: device.name,
    cover,
    state: device.state,
    goodsLevel: device.goodsLevel as RenewDevice['goodsLevel'],
    version: device.version,
    goodsName,
    configuration: configuration && {
      configId: configuration.id,
      cpuCores: configuration.cpuCores,
      memoryGb: configuration.memoryGb,
      storageGb: configuration.storageGb,
    },
    monthCents: month?.goodPrice ?? null,
    expiresAt: device.expiresAt.getTime(),
    remainingMs: Math.max(0, device.expiresAt.getTime() - now.getTime()),
    keptUntil: device.state === 'expired' ? (device.stateDeadline?.getTime() ?? null) : null,
    autoRenew: toAutoRenew(auto, autoHours),
    refusal: renewRefusalOf(device, prices),
  }
}
