import { OrderStatus } from '@yunji/contract/order/enums'
import type { OrderKind } from '@yunji/contract/order/kinds'
import { renew, upgrade } from '../../shared/ui/icons/device.ts'
import { video } from '../../shared/ui/icons/files.ts'
import { wallet } from '../../shared/ui/icons/money.ts'
import { users } from '../../shared/ui/icons/people.ts'
import { bean, cloud, code, type IconDrawing, phone, transfer, zap } from '../../shared/ui/icons.ts'

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
