import { NoticeRefused, PaymentRefused } from '../../platform/payments.ts'

interface HttpFailure {
  readonly code?: string
  readonly response?: { readonly data?: { readonly code?: unknown } | string }
}

/** Error code of WeChat Pay (`ORDERPAID`); empty when there is none. */
export const codeOf = (error: unknown): string => {
  const { response } = error as HttpFailure
  const code = typeof response?.data === 'object' ? response.data.code : undefined
  return typeof code === 'string' ? code : ''
}

/** Keeps only the error code: the HTTP client's error carries keys and signed headers, which must not be logged. */
export const refusalOf = (error: unknown): Error => {
  if (error instanceof PaymentRefused || error instanceof NoticeRefused) return error
  return new PaymentRefused(`WeChat Pay: ${codeOf(error) || ((error as HttpFailure).code ?? 'no answer')}`)
}
