import { ORDER_MAXIMUM_PHONES } from '@yunji/contract/commerce/order/rules'
import type { RenewDevice, RenewOption } from '@yunji/contract/commerce/renewal/schema'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import type { PageParams } from '../../../shared/navigation/params-of.ts'

/** Device ids of a link. */
export const linkedDeviceIds = ({ deviceId = '', deviceIds = '' }: PageParams): readonly number[] =>
  `${deviceId},${deviceIds}`
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

const canRenew = ({ refusal }: RenewDevice): boolean => refusal === null

/** Initial selection: the devices of the link, else those that expire soon or have expired; at most what one order takes. */
export const firstChosen = (devices: readonly RenewDevice[], linkedIds: readonly number[]): ReadonlySet<number> => {
  const isWanted = ({ deviceId, remainingMs }: RenewDevice) =>
    linkedIds.length > 0 ? linkedIds.includes(deviceId) : remainingMs <= EXPIRING_SOON_MS
  const wanted = devices.filter((device) => canRenew(device) && isWanted(device))
  return new Set(wanted.slice(0, ORDER_MAXIMUM_PHONES).map(({ deviceId }) => deviceId))
}

export const renewableIds = (devices: readonly RenewDevice[]): readonly number[] =>
  devices.filter(canRenew).map(({ deviceId }) => deviceId)

export const isMaking = (devices: readonly RenewDevice[]): boolean =>
  devices.some(({ refusal }) => refusal === 'creating' || refusal === 'changing')

const MONTH_HOURS = 720

/** Keeps the duration when the devices change; a month by default. */
export const chosenOption = (options: readonly RenewOption[], hours: number | undefined): RenewOption | undefined =>
  options.find(({ goodTime }) => goodTime === (hours ?? MONTH_HOURS)) ?? options[0]

/** `9 折`; undefined without a discount. Rounded up, so that it never promises too much. */
export const reductionOf = ({ totalCents, oldTotalCents }: RenewOption): string | undefined => {
  if (oldTotalCents === null || oldTotalCents <= totalCents) return undefined
  const percent = Math.ceil((totalCents * 100) / oldTotalCents)
  return percent < 100 ? `${percent / 10} 折` : undefined
}

/** Latest end among the renewed devices. */
export const latestEnd = ({ devices }: RenewOption): number => Math.max(0, ...devices.map(({ expiresAt }) => expiresAt))

/** Price lines: one for each device, then the coupon; their sum is due. */
export const renewLines = (option: RenewOption, devices: readonly RenewDevice[], discountCents: number) => [
  ...option.devices.map(({ deviceId, goodPrice }) => ({
    label: devices.find((device) => device.deviceId === deviceId)?.name ?? `设备 ${deviceId}`,
    amountCents: goodPrice,
  })),
  ...(discountCents > 0 ? [{ label: '优惠券', amountCents: -discountCents }] : []),
]
