/** Callbacks of an event stream. */
export interface StreamListener {
  readonly onBytes: (bytes: Uint8Array) => void
  /** The stream was refused, broke or ended. */
  readonly onEnd: () => void
}

export interface EventStreamRequest extends StreamListener {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const EVENT_STREAM = 'text/event-stream'

const readAll = async (response: Response, onBytes: (bytes: Uint8Array) => void): Promise<void> => {
  const isStream = response.ok && response.headers.get('content-type')?.startsWith(EVENT_STREAM)
  const reader = isStream ? response.body?.getReader() : undefined
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes(value)
  }
}

/** A call whose answer does not end. The browser's own reader of events sends no headers, and so knows no login. */
export const openEventStream = ({ url, headers, onBytes, onEnd }: EventStreamRequest): (() => void) => {
  const controller = new AbortController()
  fetch(url, { headers: { ...headers, accept: EVENT_STREAM }, signal: controller.signal, credentials: 'omit' })
    .then((response) => readAll(response, onBytes))
    .then(onEnd, onEnd)
  return () => controller.abort()
}
