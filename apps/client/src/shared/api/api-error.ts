import type { Envelope } from '@yunji/contract/wire/call'
import type { EnvelopeCode } from '@yunji/contract/wire/error-codes'

interface ApiErrorParts {
  readonly code?: EnvelopeCode
  readonly data?: unknown
  readonly response?: Envelope
  readonly isShown?: boolean
  readonly isTransport?: boolean
}

/** Failure of a call; its message is for the user. */
export class ApiError extends Error {
  /** The envelope's code; absent when no envelope came. */
  readonly code: EnvelopeCode | undefined
  readonly data: unknown
  /** The whole answer, for the codes that reject with it. */
  readonly response: Envelope | undefined
  /** The request layer has already shown the error. */
  readonly isShown: boolean
  /** No answer came: a retry may succeed. */
  readonly isTransport: boolean

  constructor(message: string, { code, data, response, isShown = false, isTransport = false }: ApiErrorParts = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.response = response
    this.isShown = isShown
    this.isTransport = isTransport
  }
}

const UNKNOWN = '出了点问题，请稍后再试'

/** Words for the user; an error that is not the wire's shows nothing of its inside. */
export const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : UNKNOWN)
