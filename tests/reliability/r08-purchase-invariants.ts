import {
  createPurchase,
  type Purchase,
  type PurchaseAction,
  type PurchaseMachines,
  purchaseActions,
} from './r08-purchase.ts'

interface PurchaseInvariant {
  readonly title: string
  holds(purchase: Purchase): boolean
}

const isGranted = ({ order }: Purchase) => order.is('paid', 'fulfilled')

/** Checked after every action. */
const invariants: readonly PurchaseInvariant[] = [
  {
    title: 'the money of exactly one payment is kept while there are goods for it, else none',
    holds: (purchase) =>
      purchase.payments.filter((payment) => payment.is('paid')).length === (isGranted(purchase) ? 1 : 0),
  },
  {
    title: 'money that the provider has is kept or on its way back',
    holds: ({ received }) => [...received].every((payment) => payment.is('paid', 'refunding', 'refunded')),
  },
  {
    title: 'a coupon that the order holds is locked or used',
    holds: ({ isCouponOurs, coupon }) => !isCouponOurs || coupon.is('locked', 'used'),
  },
  {
    title: 'the coupon of a paid order is used',
    holds: (purchase) => !isGranted(purchase) || (purchase.isCouponOurs && purchase.coupon.is('used')),
  },
  {
    title: 'an order that died gives its coupon back',
    holds: ({ order, isCouponOurs }) => !order.is('cancelled', 'expired', 'refunding', 'refunded') || !isCouponOurs,
  },
  {
    title: 'a fulfilled order has a phone',
    holds: ({ order, phone }) => !order.is('fulfilled') || (phone !== null && !phone.is('released', 'creating')),
  },
  {
    title: 'a refunded order has no phone',
    holds: ({ order, phone }) => !order.is('refunding', 'refunded') || phone === null || phone.is('released'),
  },
]

/** Actions that end everything in progress. */
const endings: readonly PurchaseAction[] = [
  'expire',
  'phoneReady',
  'closedOneWay',
  'closedOtherWay',
  'refundedOneWay',
  'refundedOtherWay',
]

const unended = ({ order, payments }: Purchase): string[] => [
  ...(order.is('fulfilled', 'cancelled', 'expired', 'refunded') ? [] : [`${order} never ends`]),
  ...payments.filter((payment) => payment.is('waiting', 'refunding')).map((payment) => `${payment} never ends`),
]

/** Runs a purchase to its end; returns the first violation. */
export const findViolation = (actions: readonly PurchaseAction[], machines?: PurchaseMachines): string | undefined => {
  const purchase = createPurchase(machines)
  const { order, payments, coupon, violations } = purchase
  for (const action of [...actions, ...endings]) {
    purchaseActions[action](purchase)
    const broken = invariants.filter((invariant) => !invariant.holds(purchase)).map(({ title: says }) => says)
    const state = [order, ...payments, coupon, purchase.phone ?? 'no phone'].join(', ')
    violations.push(...broken.map((says) => `${says} (${state})`))
  }
  return [...violations, ...unended(purchase)][0]
}
