import { NoticeRefused, PaymentRefused } from '../../platform/payments.ts'

interface HttpFailure {
  readonly code?: string
  readonly response?: { readonly data?: { readonly code?: unknown } | string }
}

/** The word by which WeChat Pay says why not (`ORDERPAID`); empty where it said none. */
export const codeOf = (error: unknown): string => {
  const { response } = error as HttpFailure
  const code = typeof response?.data === 'object' ? response.data.code : undefined
  return typeof code === 'string' ? code : ''
}

/** The HTTP client's own error carries keys and signed headers, which are nothing for a log: only the word is kept. */
export const refusalOf = (error: unknown): Error => {
  if (error instanceof PaymentRefused || error instanceof NoticeRefused) return error
  return new PaymentRefused(`WeChat Pay: ${codeOf(error) || ((error as HttpFailure).code ?? 'no answer')}`)
}
