import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { createTimeToMonthOrder as call } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { listPrices, toConfiguration } from '../catalogue/index.ts'
import { toOrderInfo } from '../orders/index.ts'
import { createOrder } from '../purchases/index.ts'
import { assertNoOpenOrder } from './assert-changeable.ts'
import { changePrice } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import { listMeteredDevices } from './store.ts'

const TITLE_LENGTH = 64
const MONTH_HOURS = 30 * 24
const HOUR_MS = 3_600_000

/** Prices of a month, for each configuration of these devices. */
const listMonths = (
  db: Db | Tx,
  userId: number,
  metered: Awaited<ReturnType<typeof listMeteredDevices>>,
  now: Date,
): Promise<GoodsPrice[]> => {
  const configIds = [...new Set(metered.map(({ configuration }) => configuration.id))]
  return listPrices(db, { userId, now }, { configIds, goodTimeHours: MONTH_HOURS })
}

/** The month runs from the payment; the rest of the hour paid for in beans is added to it. */
export const monthEnd = (paidUntil: Date, paidAt: Date, hours: number): Date =>
  later(paidUntil > paidAt ? paidUntil : paidAt, hours * HOUR_MS)

/** The caller's metered devices, each with its monthly product. */
export const getToMonthlyOptions =
  ({ database: { db }, clock }: Pick<ChangeDeps, 'database' | 'clock'>) =>
  async ({ userId }: Caller): Promise<{ devices: ToMonthlyDevice[] }> => {
    const now = clock.now()
    const metered = await listMeteredDevices(db, userId)
    const months = await listMonths(db, userId, metered, now)
    const devices = metered.flatMap(({ device, configuration, good, zoneName, hourCents }): ToMonthlyDevice[] => {
      const month = months.find((price) => price.configId === configuration.id)
      if (!month) return []
      const { id, goodTime, goodPrice, oldGoodPrice } = changePrice(month)
      return [
        {
          deviceId: device.id,
          name: device.name,
          goodsName: good.name,
          goodsLevel: good.goodsLevel as GoodsLevel,
          zoneName,
          configuration: toConfiguration(configuration),
          hourCents,
          paidUntil: device.expiresAt.getTime(),
          id,
          goodTime,
          goodPrice,
          oldGoodPrice,
          expiresAt: monthEnd(device.expiresAt, now, goodTime).getTime(),
        },
      ]
    })
    return { devices }
  }

/** Orders a month for the caller's metered devices of one configuration, for all of them or for none. */
export const orderToMonthly =
  ({ clock }: Pick<ChangeDeps, 'clock'>) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<OrderInfo> => {
    const { id, deviceIds: requestedIds, ...terms } = input
    const now = clock.now()
    const deviceIds = [...new Set(requestedIds)]
    const metered = (await listMeteredDevices(tx, userId)).filter(({ device }) => deviceIds.includes(device.id))
    if (metered.length < deviceIds.length) {
      throw new AppError('GET_DEVICE_FAILED', { text: '只能转换自己的、正在按时计费的设备' })
    }
    const months = await listMonths(tx, userId, metered, now)
    const month = months.find((price) => price.id === id)
    if (!month || metered.some(({ configuration }) => configuration.id !== month.configId)) {
      throw new AppError('GOODS_NOT_EXIST', { data: { id } })
    }
    await assertNoOpenOrder(tx, userId, deviceIds)
    const order = await createOrder(
      tx,
      {
        ...terms,
        userId,
        kind: 'toMonthly',
        business: BusinessType.cloudMachine,
        title: `${metered[0]?.good.name}转包月 × ${deviceIds.length}`.slice(0, TITLE_LENGTH),
        items: [{ id, quantity: deviceIds.length, goodPrice: changePrice(month).goodPrice }],
        priceOverride: changePrice,
        purchase: { deviceIds },
      },
      now,
    )
    return toOrderInfo(order)
  }
