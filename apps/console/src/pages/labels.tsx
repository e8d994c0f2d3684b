import { type OrderKind, OrderStatus, orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { formatDate, formatRentalTime } from '@yunji/contract/display/time'
import type { ProductRecord } from '@yunji/contract/operator/goods-records'
import { State, type Tone } from '../ui/states.tsx'

export const providerNames = { alipay: '支付宝', wechat: '微信' } as const

export const time = (atMs: number | null): string => formatDate(atMs, 'YYYY-MM-DD HH:mm')

export const deviceStateNames: Readonly<Record<DeviceState, string>> = {
  creating: '创建中',
  running: '运行中',
  stopped: '已关机',
  rebooting: '重启中',
  cleaning: '清理中',
  backingUp: '备份中',
  restoring: '恢复中',
  replacing: '更换中',
  changingZone: '换区中',
  changingConfiguration: '变更配置中',
  updating: '更新中',
  expired: '已到期',
  released: '已释放',
  faulty: '故障',
}

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
  return <State tone={deviceTone(of)}>{deviceStateNames[of]}</State>
}

export const orderKindNames: Readonly<Record<OrderKind, string>> = {
  buy: '购买',
  renew: '续费',
  seckill: '秒杀',
  bigUser: '大客户',
  toMonthly: '转包月',
  change: '变更配置',
  video: '升视频版',
  codes: '激活码',
  beans: '云豆',
  space: '云空间',
  balance: '余额充值',
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
