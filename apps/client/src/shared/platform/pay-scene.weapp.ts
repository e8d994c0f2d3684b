import type { PayScene } from '@yunji/contract/order/pay-scenes'

/** Where the buyer stands. */
export const payScene: PayScene = 'miniProgram'
