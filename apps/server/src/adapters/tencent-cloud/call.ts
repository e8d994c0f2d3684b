import type { Clock } from '../../platform/clock.ts'
import { type Credentials, signTencent } from './sign.ts'

export interface TencentService {
  readonly name: string
  readonly version: string
  readonly region: string
  /** `https://sms.tencentcloudapi.com`, or its stand-in. */
  readonly endpoint: string
}

export interface TencentDeps {
  readonly credentials: Credentials
  readonly clock: Clock
}

/** The service understood the request and refused it. */
class TencentRefused extends Error {
  override readonly name = 'TencentRefused'
}

const TIMEOUT_MS = 10_000
const CONTENT_TYPE = 'application/json; charset=utf-8'

interface Envelope<Answer> {
  readonly Response: Answer & { readonly Error?: { readonly Code: string; readonly Message: string } }
}

export const callTencent = async <Answer>(
  { credentials, clock }: TencentDeps,
  { name, version, region, endpoint }: TencentService,
  action: string,
  input: object,
): Promise<Answer> => {
  const payload = JSON.stringify(input)
  const epochSeconds = Math.floor(clock.now().getTime() / 1000)
  const signed = { 'content-type': CONTENT_TYPE, host: new URL(endpoint).host, 'x-tc-action': action }
  const authorization = signTencent(credentials, { service: name, headers: signed, payload, epochSeconds })
  const response = await fetch(endpoint, {
    method: 'POST',
    body: payload,
    headers: {
      authorization,
      'content-type': CONTENT_TYPE,
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-region': region,
      'x-tc-timestamp': String(epochSeconds),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new TencentRefused(`${action}: HTTP ${response.status}`)
  const { Response: answer } = (await response.json()) as Envelope<Answer>
  if (answer.Error) throw new TencentRefused(`${action}: ${answer.Error.Code} ${answer.Error.Message}`)
  return answer
}
