import type { PayScene } from '@yunji/contract/order/pay-scenes'
import { client } from './client'

const isDesktop = client.terminalType === 'Win' || client.terminalType === 'mac'

/** Where the buyer stands. */
export const payScene: PayScene = client.isMessagingBrowser ? 'messagingBrowser' : isDesktop ? 'desktop' : 'h5'
