import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { setAutoRenew as call } from '@yunji/contract/commerce/renewal/calls'
import {
  AUTO_RENEW_AHEAD_MS,
  AUTO_RENEW_LONGER_THAN_HOURS,
  renewRefusalTexts,
} from '@yunji/contract/commerce/renewal/rules'
import type { AutoRenew } from '@yunji/contract/commerce/renewal/schema'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { renewalPrices, renewRefusalOf } from '../purchases/index.ts'
import type { RenewalDeps } from './deps.ts'
import { type DeviceRow, deleteOwnAutoRenewals, findOwnDevices, toAutoRenew, upsertAutoRenewal } from './store.ts'

type Result = CallData<typeof call>['results'][number]
type AutoRenewSelection = Omit<CallArguments<typeof call>, 'deviceIds' | 'isOn'>

const DONE = { code: answerOf('OK').code, msg: answerOf('OK').text }

/** Switches automatic renewal on or off, with a result for each device. */
export const setAutoRenew =
  ({ database: { db }, clock }: RenewalDeps) =>
  ({ userId }: Caller, { deviceIds, isOn, ...selection }: CallArguments<typeof call>): Promise<CallData<typeof call>> =>
    db.transaction(async (tx) => {
      const ids = [...new Set(deviceIds)]
      await lockDevices(tx, ids)
      if (!isOn) {
        await deleteOwnAutoRenewals(tx, userId, ids)
        return { results: ids.map((deviceId) => ({ deviceId, ...DONE, autoRenew: null })) }
      }
      const now = clock.now()
      const own = await findOwnDevices(tx, userId, ids)
      const prices = await renewalPrices(tx, userId, own, now)
      const results: Result[] = []
      for (const deviceId of ids) {
        const device = own.find(({ id }) => id === deviceId)
        results.push({ deviceId, ...(await switchOn(tx, device, prices, selection, now)) })
      }
      return { results }
    })

const switchOn = async (
  tx: Tx,
  device: DeviceRow | undefined,
  prices: readonly GoodsPrice[],
  { payMethod, goodTime }: AutoRenewSelection,
  now: Date,
): Promise<Omit<Result, 'deviceId'>> => {
  if (!device) return refused(new AppError('GET_DEVICE_FAILED'))
  if (!payMethod) return refused(new AppError('BAD_INPUT', { text: '请选择自动续费的支付方式' }))
  const refusal = renewRefusalOf(device, prices)
  if (refusal) return refused(new AppError('SHOW_ERROR_TIP', { text: renewRefusalTexts[refusal] }))
  const product = productFor(device, prices, goodTime)
  if (!product) return refused(new AppError('GOODS_NOT_EXIST'))
  if (product.goodTime <= AUTO_RENEW_LONGER_THAN_HOURS) {
    return refused(new AppError('SHOW_ERROR_TIP', { text: '一天及以下的套餐不支持自动续费' }))
  }
  const { id: deviceId, ownerId: userId, expiresAt } = device
  const terms = { productId: product.id, payMethod, nextTryAt: later(expiresAt, -AUTO_RENEW_AHEAD_MS), failure: '' }
  const row = await upsertAutoRenewal(tx, { deviceId, userId, createdAt: now, ...terms })
  return { ...DONE, autoRenew: toAutoRenew(row, product.goodTime) }
}

/** The product of the wanted duration, or the one that the device was last rented with. */
const productFor = (
  { configId, productId }: DeviceRow,
  prices: readonly GoodsPrice[],
  goodTime: number | undefined,
): GoodsPrice | undefined =>
  prices.find(
    (price) =>
      price.configId === configId && (goodTime === undefined ? price.id === productId : price.goodTime === goodTime),
  )

const refused = ({ error, message }: AppError): { code: number; msg: string; autoRenew: AutoRenew | null } => ({
  code: answerOf(error).code,
  msg: message,
  autoRenew: null,
})
