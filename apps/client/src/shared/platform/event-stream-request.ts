/** What whoever opens a stream is told. */
export interface StreamListener {
  readonly onBytes: (bytes: Uint8Array) => void
  /** Refused, broken or over; whichever it was, it brings nothing more. */
  readonly onEnd: () => void
}

export interface EventStreamRequest extends StreamListener {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
