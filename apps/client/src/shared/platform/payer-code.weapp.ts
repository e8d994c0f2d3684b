/** Who pays with the messaging app, for an account that came in another way than by it. */
export { messagingCode as payerCode } from './messaging-code.weapp.ts'
