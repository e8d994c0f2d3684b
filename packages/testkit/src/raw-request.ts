export interface RawRequest {
  readonly method: string
  /** Path and query as they go on the wire. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A proper request; `host` and `content-length` are added unless the headers give them. */
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

/** A call's POST with its JSON body. */
export const jsonPost = (path: string, body: unknown, headers: Record<string, string> = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
