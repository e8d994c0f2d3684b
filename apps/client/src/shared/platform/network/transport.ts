/** One HTTP exchange, provided by each platform. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** Goes on when the page that sends it is closed. */
  readonly outlivesPage?: boolean
  /** Sent by the next start before its scripts have come, where the platform can. */
  readonly isFirstRead?: boolean
}

export interface TransportResponse {
  readonly status: number
  /** Parsed JSON; other text unchanged. */
  readonly body: unknown
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>

export type TransportFailure = 'timeout' | 'network'

/** No answer came at all. */
export class TransportError extends Error {
  readonly failure: TransportFailure

  constructor(failure: TransportFailure) {
    super(failure)
    this.name = 'TransportError'
    this.failure = failure
  }
}

/** Parses JSON; other text, such as a gateway's page, is returned unchanged. */
export const parseAnswer = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
