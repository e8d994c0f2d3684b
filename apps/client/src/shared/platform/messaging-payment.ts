import type { PayNext } from '@yunji/contract/order/pay-schema'

/** What the messaging app's own payment sheet is opened with. */
export type MessagingPayment = Extract<PayNext, { kind: 'messagingPay' }>
