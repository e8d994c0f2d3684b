import { tokenMachine } from '../accounts/session/token.ts'
import { couponMachine } from '../commerce/coupon/state.ts'
import { invoiceMachine } from '../commerce/invoice/machine.ts'
import { orderMachine } from '../commerce/order/machine.ts'
import { paymentMachine } from '../commerce/payment/machine.ts'
import { deviceMachine } from '../devices/device/machine.ts'
import { grantMachine, transferMachine } from '../devices/sharing.ts'
import { taskMachine } from '../devices/task/rules.ts'
import type { Machine } from '../machine.ts'
import { ticketMachine } from '../service/machine.ts'

export const allMachines: readonly Machine[] = [
  orderMachine,
  paymentMachine,
  deviceMachine,
  taskMachine,
  couponMachine,
  transferMachine,
  grantMachine,
  tokenMachine,
  ticketMachine,
  invoiceMachine,
]
