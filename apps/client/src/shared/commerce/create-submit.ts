import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { type EnvelopeCode, ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../api/api-error.ts'

/** Outcome of submitting an order. */
export type Submitted =
  | { readonly kind: 'made'; readonly order: OrderInfo }
  /** The offer changed: the page refetches and asks for confirmation. */
  | { readonly kind: 'changed' | 'soldOut' | 'gone'; readonly text: string }
  /** Unpaid orders block the purchase; the dialog about them was shown. */
  | { readonly kind: 'blocked'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Makes the call under an idempotency key. */
export type MakeOrder = (
  key: string,
) => Promise<{ readonly code: EnvelopeCode; readonly msg: string; readonly data: unknown }>

const kinds: Partial<Record<EnvelopeCode, 'changed' | 'soldOut' | 'gone'>> = {
  [ErrorCode.PRICE_INCONSISTENT]: 'changed',
  [ErrorCode.ORDER_PRICE_INCONSISTENT]: 'changed',
  [ErrorCode.OUT_OF_STOCK]: 'soldOut',
  [ErrorCode.GOODS_NOT_EXIST]: 'gone',
}

/** Whether unpaid orders block the purchase; the answer lists them. */
export const isBlockedByPendingOrders = ({ code, data }: ApiError): boolean =>
  code === ErrorCode.GOODS_QUANTITY_EXCEEDED && typeof data === 'object' && data !== null && 'pendingOrderIds' in data

const readError = (error: unknown): Submitted => {
  if (!(error instanceof ApiError) || error.code === undefined) return { kind: 'failed', error }
  if (isBlockedByPendingOrders(error)) return { kind: 'blocked', text: error.message }
  const kind = kinds[error.code]
  return kind ? { kind, text: error.message } : { kind: 'failed', error }
}

/** Idempotency keys: the same key for the same intention, until it changes or is forgotten. */
export const createOrderKeys = (randomId: () => string) => {
  let key = ''
  let wanted: string | undefined
  return {
    keyOf(intention: unknown): string {
      const text = JSON.stringify(intention)
      if (text !== wanted) {
        wanted = text
        key = randomId()
      }
      return key
    },
    forget(): void {
      wanted = undefined
    },
  }
}

/**
 * Makes one order for one intention. A second call while the first runs joins it; a retry after a lost answer uses the
 * same key, so that it returns the order that may exist already. `startOver` ends an intention whose order was made, so
 * that ordering again after a return makes a new order.
 */
export const createSubmit = (randomId: () => string) => {
  const keys = createOrderKeys(randomId)
  let underWay: Promise<Submitted> | undefined
  let isMade = false

  const attempt = async (key: string, make: MakeOrder): Promise<Submitted> => {
    try {
      const { code, msg, data } = await make(key)
      if (code === ErrorCode.OK) return { kind: 'made', order: data as OrderInfo }
      return readError(new ApiError(msg, { code, data }))
    } catch (error) {
      return readError(error)
    }
  }

  return {
    submit(intention: unknown, make: MakeOrder): Promise<Submitted> {
      underWay ??= attempt(keys.keyOf(intention), make)
        .then((result) => {
          isMade = result.kind === 'made'
          return result
        })
        .finally(() => {
          underWay = undefined
        })
      return underWay
    },
    startOver(): void {
      if (isMade) keys.forget()
    },
  }
}
