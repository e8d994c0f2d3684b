import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { createTimeToMonthOrder as call } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toConfiguration } from '../catalogue/index.ts'
import { createOrder, toOrderInfo } from '../orders/index.ts'
import { assertNoOpenOrder } from './assert-changeable.ts'
import { changePrice } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import { listMetered, listMonths, monthEnd } from './metered.ts'

const TITLE_LENGTH = 64

/** Own devices that are paid for by the hour, with the month that each can go on with. */
export const getToMonthlyOptions =
  ({ database: { db }, clock }: Pick<ChangeDeps, 'database' | 'clock'>) =>
  async ({ userId }: Caller): Promise<{ devices: ToMonthlyDevice[] }> => {
    const now = clock.now()
    const metered = await listMetered(db, userId)
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

/** A month for own metered devices of one configuration, for all of them or for none. */
export const orderToMonthly =
  ({ clock }: Pick<ChangeDeps, 'clock'>) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<OrderInfo> => {
    const { id, deviceIds: requestedIds, ...terms } = input
    const now = clock.now()
    const deviceIds = [...new Set(requestedIds)]
    const metered = (await listMetered(tx, userId)).filter(({ device }) => deviceIds.includes(device.id))
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
