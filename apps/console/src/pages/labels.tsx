import { OrderStatus, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { CHINA_OFFSET_MINUTES, formatDate, formatRentalTime } from '@yunji/contract/display/time'
import type { ProductRecord } from '@yunji/contract/operator/goods-records'
import { deviceStateLabels } from '@yunji/contract/operator/labels'
import { State, type Tone } from '../ui/states.tsx'

/** Times are China's, as the days of filters and exports are. */
export const time = (atMs: number | null): string => formatDate(atMs, 'YYYY-MM-DD HH:mm', CHINA_OFFSET_MINUTES)
export const shortTime = (atMs: number | null): string => formatDate(atMs, 'MM/DD HH:mm', CHINA_OFFSET_MINUTES)

const settledTones: Partial<Readonly<Record<DeviceState, Tone>>> = {
  running: 'run',
  stopped: 'off',
  released: 'off',
  expired: 'dead',
  faulty: 'soon',
}

/** States under way have one tone. */
export const deviceTone = (state: DeviceState): Tone => settledTones[state] ?? 'back'

export function DeviceStateBadge({ of }: { readonly of: DeviceState }) {
  return <State tone={deviceTone(of)}>{deviceStateLabels[of]}</State>
}

const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  [OrderStatus.pending]: 'soon',
  [OrderStatus.paid]: 'back',
  [OrderStatus.fulfilled]: 'run',
  [OrderStatus.cancelled]: 'off',
  [OrderStatus.expired]: 'off',
  [OrderStatus.refunding]: 'soon',
  [OrderStatus.refunded]: 'dead',
}

export function OrderStatusBadge({ of }: { readonly of: OrderStatus }) {
  return <State tone={orderTones[of]}>{orderStatusLabels[of]}</State>
}

/** Rental times that goods are sold for; other ones can be had by the API. */
const rentalHours = [1, 24, 168, 720, 2160, 4320, 8760]
export const rentalTimeOptions = rentalHours.map((hours) => [hours, formatRentalTime(hours)] as const)
/** The same for filters, whose values are text. */
export const rentalTimeChoices = rentalTimeOptions.map(([hours, label]) => [String(hours), label] as const)

type Configuration = Pick<ProductRecord, 'cpuCores' | 'memoryGb' | 'storageGb' | 'version' | 'isVideoEdition'>

export const configurationOf = ({ cpuCores, memoryGb, storageGb, version, isVideoEdition }: Configuration): string =>
  `${cpuCores} 核 ${memoryGb}G+${storageGb}G ${version}${isVideoEdition ? ' 视频版' : ''}`

export const rentalTimeOf = ({ goodTime, isMetered }: Pick<ProductRecord, 'goodTime' | 'isMetered'>): string =>
  isMetered ? '按时计费' : formatRentalTime(goodTime)
