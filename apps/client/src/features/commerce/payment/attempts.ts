import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { storage } from '../../../shared/platform/storage/storage.ts'

/** Kept in storage: the redirect to the provider reloads the page. */
const KEY = 'payingOrder'

interface Paying {
  readonly orderId: number
  readonly payMethod: PayMethod
}

const isPaying = (stored: unknown): stored is Paying =>
  typeof stored === 'object' && stored !== null && 'orderId' in stored && 'payMethod' in stored

export const rememberAttempt = (paying: Paying): void => storage.write(KEY, paying)
export const forgetAttempt = (): void => storage.remove(KEY)

/** Payment method in use when the page was left; undefined without an attempt. */
export const attemptOf = (orderId: number): PayMethod | undefined => {
  const stored = storage.read(KEY)
  if (!isPaying(stored) || stored.orderId !== orderId) return undefined
  return Object.values(PayMethod).find((method) => method === stored.payMethod)
}
