import { type OrderKind, OrderStatus } from '@yunji/contract/commerce/order/enums'
import { users, wallet } from '../../../shared/ui/icon/account.ts'
import { renew, upgrade } from '../../../shared/ui/icon/device.ts'
import { video } from '../../../shared/ui/icon/files.ts'
import { bean, cloud, code, type IconDrawing, phone, transfer, zap } from '../../../shared/ui/icon/icons.ts'

export const kindIcons: Readonly<Record<OrderKind, IconDrawing>> = {
  buy: phone,
  renew,
  seckill: zap,
  bigUser: users,
  toMonthly: transfer,
  change: upgrade,
  video,
  codes: code,
  beans: bean,
  space: cloud,
  balance: wallet,
}

export const statusTones: Readonly<Record<OrderStatus, 'soon' | 'brand' | 'run' | 'plain'>> = {
  [OrderStatus.pending]: 'soon',
  [OrderStatus.paid]: 'brand',
  [OrderStatus.fulfilled]: 'run',
  [OrderStatus.cancelled]: 'plain',
  [OrderStatus.expired]: 'plain',
  [OrderStatus.refunding]: 'soon',
  [OrderStatus.refunded]: 'plain',
}
