import { createHash, createHmac } from 'node:crypto'

export interface Credentials {
  readonly id: string
  readonly key: string
}

export interface TencentRequest {
  readonly service: string
  /** Lower-case names; all are signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
  readonly epochSeconds: number
}

const ALGORITHM = 'TC3-HMAC-SHA256'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The `Authorization` of a POST to a Tencent Cloud service (signature v3). */
export const signTencent = ({ id, key }: Credentials, request: TencentRequest): string => {
  const { service, headers, payload, epochSeconds } = request
  const names = Object.keys(headers).toSorted()
  const signedHeaders = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]?.toLowerCase()}\n`)
  const canonical = ['POST', '/', '', lines.join(''), signedHeaders, sha256(payload)].join('\n')

  const date = new Date(epochSeconds * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const text = [ALGORITHM, epochSeconds, scope, sha256(canonical)].join('\n')
  const signingKey = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${key}`)
  const signature = hmac(signingKey, text).toString('hex')
  return `${ALGORITHM} Credential=${id}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
