import { createHash, createHmac } from 'node:crypto'

export interface AccessKey {
  readonly id: string
  readonly secret: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Requests have no body: all parameters are in the query. */
export const EMPTY_BODY_HASH = sha256('')

/** Stricter than `encodeURIComponent`: the vendor encodes these four characters too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Canonical query, signed and sent in this form. */
export const alibabaQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&')

/** The `Authorization` of a POST without a body to an Alibaba Cloud service (signature v3). All headers are signed. */
export const signAlibaba = (
  { id, secret }: AccessKey,
  query: string,
  headers: Readonly<Record<string, string>>,
): string => {
  const names = Object.keys(headers).toSorted()
  const signedHeaders = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`)
  const canonical = ['POST', '/', query, lines.join(''), signedHeaders, EMPTY_BODY_HASH].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return `${ALGORITHM} Credential=${id},SignedHeaders=${signedHeaders},Signature=${signature}`
}
