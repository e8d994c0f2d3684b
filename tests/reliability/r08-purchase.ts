import { type CouponEvent, type CouponState, couponMachine } from '@yunji/contract/commerce/coupon/state'
import { type OrderEvent, type OrderState, orderMachine } from '@yunji/contract/commerce/order/machine'
import { type PaymentEvent, type PaymentState, paymentMachine } from '@yunji/contract/commerce/payment/machine'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import type { Machine } from '@yunji/contract/machine'
import { createInstance, type MachineInstance } from './r08-instance.ts'

export interface PurchaseMachines {
  readonly order: Machine<OrderState, OrderEvent>
  readonly payment: Machine<PaymentState, PaymentEvent>
  readonly coupon: Machine<CouponState, CouponEvent>
  readonly device: Machine<DeviceState, DeviceEvent>
}

export const purchaseMachines: PurchaseMachines = {
  order: orderMachine,
  payment: paymentMachine,
  coupon: couponMachine,
  device: deviceMachine,
}

type Payment = MachineInstance<PaymentState, PaymentEvent>

/** One purchase: an order with its payments, coupon and phone, changed together. */
export interface Purchase {
  readonly order: MachineInstance<OrderState, OrderEvent>
  /** Two payments opened for the same order. */
  readonly payments: readonly [Payment, Payment]
  /** Payments that the provider has reported as paid. */
  readonly received: Set<Payment>
  readonly coupon: MachineInstance<CouponState, CouponEvent>
  isCouponOurs: boolean
  isCouponTimeOver: boolean
  phone: MachineInstance<DeviceState, DeviceEvent> | null
  readonly createPhone: () => MachineInstance<DeviceState, DeviceEvent>
  readonly violations: string[]
}

export const createPurchase = (machines: PurchaseMachines = purchaseMachines): Purchase => {
  const violations: string[] = []
  const complain = (text: string) => void violations.push(text)
  const coupon = createInstance(machines.coupon, complain)
  coupon.must('lock')
  return {
    order: createInstance(machines.order, complain),
    payments: [createInstance(machines.payment, complain), createInstance(machines.payment, complain)],
    received: new Set(),
    coupon,
    isCouponOurs: true,
    isCouponTimeOver: false,
    phone: null,
    createPhone: () => createInstance(machines.device, complain),
    violations,
  }
}

const returnCoupon = (purchase: Purchase): void => {
  if (purchase.isCouponOurs) purchase.coupon.must(purchase.isCouponTimeOver ? 'giveBackLate' : 'giveBack')
  purchase.isCouponOurs = false
}

const refundAll = (purchase: Purchase): void => {
  returnCoupon(purchase)
  for (const payment of purchase.payments) if (payment.is('paid')) payment.must('refund')
}

/** Ends an unpaid order. */
const end = (event: 'cancel' | 'expire') => (purchase: Purchase) => {
  if (!purchase.order.try(event)) return
  returnCoupon(purchase)
  for (const payment of purchase.payments) if (payment.is('waiting')) payment.must('close')
}

const receive = (which: 0 | 1) => (purchase: Purchase) => {
  const { order, coupon, received } = purchase
  const payment = purchase.payments[which]
  const isLate = order.is('cancelled', 'expired')
  received.add(payment)
  if (!payment.must('confirm')) return
  // A second payment is refunded.
  if (!order.must('pay')) return void payment.must('refund')
  if (isLate) purchase.isCouponOurs = coupon.try('lock')
  if (purchase.isCouponOurs) {
    coupon.must('use')
    purchase.phone = purchase.createPhone()
  } else {
    // The coupon that the price depends on is gone.
    order.must('fail')
    refundAll(purchase)
  }
}

const finishRefund = (which: 0 | 1) => (purchase: Purchase) => {
  const isChanged = purchase.payments[which].try('confirmRefund')
  const isAllBack = purchase.payments.every((payment) => !payment.is('paid', 'refunding'))
  if (isChanged && isAllBack && purchase.order.is('refunding')) purchase.order.must('refund')
}

const fail = (purchase: Purchase): void => {
  const { order, phone } = purchase
  // Running work on a phone ends at its own deadline first.
  if (phone && !phone.can('release')) return
  if (!order.try('fail')) return
  phone?.must('release')
  refundAll(purchase)
}

const giveBack = (purchase: Purchase): void => {
  const { order, phone } = purchase
  if (!phone?.is('running') || !order.try('giveBack')) return
  phone.must('stop')
  phone.must('delete')
  refundAll(purchase)
}

const readyPhone = ({ order, phone }: Purchase): void => {
  phone?.try('settleRunning')
  if (order.is('paid') && phone?.is('running')) order.must('fulfil')
}

/** Actions of buyers, providers and phones, in any order. */
export const purchaseActions = {
  cancel: end('cancel'),
  expire: end('expire'),
  fail,
  giveBack,
  phoneReady: readyPhone,
  phoneBreaks: ({ phone }: Purchase) => void phone?.try('breakDown'),
  phoneReplaced: ({ phone }: Purchase) => void (phone?.is('faulty') && phone.must('replace')),
  couponTimeEnds(purchase: Purchase) {
    purchase.isCouponTimeOver = true
    purchase.coupon.try('expire')
  },
  couponUsedElsewhere: ({ coupon, isCouponOurs }: Purchase) =>
    void (!isCouponOurs && coupon.try('lock') && coupon.must('use')),
  paidOneWay: receive(0),
  paidOtherWay: receive(1),
  closedOneWay: ({ payments }: Purchase) => void payments[0].try('close'),
  closedOtherWay: ({ payments }: Purchase) => void payments[1].try('close'),
  refundedOneWay: finishRefund(0),
  refundedOtherWay: finishRefund(1),
} as const satisfies Record<string, (purchase: Purchase) => void>

export type PurchaseAction = keyof typeof purchaseActions
