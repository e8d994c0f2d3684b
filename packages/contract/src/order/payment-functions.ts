import { PaymentFunction } from './enums.ts'

/**
 * The order calls that each payment function names; the payment page makes one of them when it has no order yet.
 * A cloud order of the new flow has `items`; the old flow, and a renewal, go by the second call.
 */
export const paymentFunctionCalls = {
  [PaymentFunction.beansToMonthly]: ['createTimeToMonthOrder'],
  [PaymentFunction.cloudOrder]: ['createCloudOrderNew', 'createCloudOrder'],
  [PaymentFunction.createUpOrDownOrder]: ['createUpOrDownOrder'],
  [PaymentFunction.createVideoOrder]: ['createVideoOrder'],
} as const satisfies Record<PaymentFunction, readonly string[]>
