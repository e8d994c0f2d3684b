import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import { pathOf } from '@yunji/contract/pages'
import { codesPath, rechargePath } from '../../../shared/navigation/page-paths.ts'

interface NextStep {
  readonly text: string
  readonly to: string
  /** The page shows the goods only once the order is fulfilled, and does not follow it. */
  readonly isLater?: true
}

const devices: NextStep = { text: '去看设备', to: pathOf('Home/index') }

/** Links after a payment, by kind of order. */
export const nextSteps: Readonly<Record<OrderKind, NextStep>> = {
  buy: devices,
  seckill: devices,
  bigUser: devices,
  renew: devices,
  toMonthly: devices,
  change: devices,
  video: devices,
  codes: { text: '查看激活码', to: codesPath('own'), isLater: true },
  beans: { text: '查看云豆', to: pathOf('user/cloudBeansList'), isLater: true },
  balance: { text: '查看余额', to: rechargePath('balance'), isLater: true },
  space: { text: '查看云空间', to: pathOf('Space/index'), isLater: true },
}
