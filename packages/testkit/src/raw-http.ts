export interface RawRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Adds `host` and `content-length` unless the headers have them. */
export const formatRequest = ({ method, path, headers = {}, body = '' }: RawRequest): Buffer => {
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(given.has('host') ? [] : ['host: localhost']),
    ...(given.has('content-length') || (content.length === 0 && method === 'GET')
      ? []
      : [`content-length: ${content.length}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content])
}

export const jsonPost = (path: string, body: unknown, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export interface RawResponse {
  readonly status: number
  /** Lower-case names; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The server closes the connection after this response. */
  readonly isLast: boolean
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * Reads one answer off the front of what has arrived, or `null` while it is incomplete. Interim answers (1xx) are
 * skipped. `rest` is what follows it.
 */
export const parseResponse = (bytes: Buffer, isHead: boolean): { answer: RawResponse; rest: Buffer } | null => {
  const headEnd = bytes.indexOf(END_OF_HEAD)
  if (headEnd < 0) return null
  const { status, headers } = parseHead(bytes.toString('latin1', 0, headEnd))
  const after = bytes.subarray(headEnd + END_OF_HEAD.length)
  if (status < 200) return parseResponse(after, isHead)
  const hasBody = !isHead && status !== 204 && status !== 304
  const content = hasBody ? readBody(after, headers) : { body: Buffer.alloc(0), length: 0 }
  if (!content) return null
  const isLast = headers['connection']?.toLowerCase() === 'close'
  return {
    answer: { status, headers, body: content.body.toString('utf8'), isLast },
    rest: after.subarray(content.length),
  }
}

const parseHead = (head: string): { status: number; headers: Record<string, string> } => {
  const [first = '', ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Error(`not an HTTP answer: ${first.slice(0, 60)}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status, headers }
}

interface Content {
  readonly body: Buffer
  /** Bytes on the wire, framing included. */
  readonly length: number
}

const readBody = (bytes: Buffer, headers: Record<string, string>): Content | null => {
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return readChunks(bytes)
  const length = Number(headers['content-length'] ?? 0)
  return bytes.length < length ? null : { body: bytes.subarray(0, length), length }
}

const readChunks = (bytes: Buffer): Content | null => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(parts), length: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}
