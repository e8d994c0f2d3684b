import { OrderStatus, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { formatDate, formatRentalTime } from '@yunji/contract/display/time'
import type { ProductRecord } from '@yunji/contract/operator/goods-records'
import { deviceStateLabels } from '@yunji/contract/operator/labels'
import { State, type Tone } from '../ui/states.tsx'

export const time = (atMs: number | null): string => formatDate(atMs, 'YYYY-MM-DD HH:mm')

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

type Configuration = Pick<ProductRecord, 'cpuCores' | 'memoryGb' | 'storageGb' | 'version' | 'isVideoEdition'>

export const configurationOf = ({ cpuCores, memoryGb, storageGb, version, isVideoEdition }: Configuration): string =>
  `${cpuCores} 核 ${memoryGb}G+${storageGb}G ${version}${isVideoEdition ? ' 视频版' : ''}`

export const rentalTimeOf = ({ goodTime, isMetered }: Pick<ProductRecord, 'goodTime' | 'isMetered'>): string =>
  isMetered ? '按时计费' : formatRentalTime(goodTime)
