import { couponMachine } from '../coupon.ts'
import { deviceMachine } from '../device.ts'
import { grantMachine } from '../grant.ts'
import type { Machine } from '../machine.ts'
import { orderMachine } from '../order.ts'
import { paymentMachine } from '../payment.ts'
import { taskMachine } from '../task.ts'
import { tokenMachine } from '../token.ts'
import { transferMachine } from '../transfer.ts'

export const allMachines: readonly Machine[] = [
  orderMachine,
  paymentMachine,
  deviceMachine,
  taskMachine,
  couponMachine,
  transferMachine,
  grantMachine,
  tokenMachine,
]
