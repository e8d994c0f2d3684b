import { isPageLogAccepted } from '@yunji/contract/telemetry/page-log'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { FORM_REQUEST_TIMEOUT_MS, SUCCESS_STATUS_BELOW, SUCCESS_STATUS_FROM } from '@yunji/contract/wire/request'
import type { Transport } from '../platform/network/transport.ts'
import { ApiError } from './api-error.ts'

type FormFields = Readonly<Record<string, string | number | boolean | undefined>>

interface FormRequest {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly fields: FormFields
  readonly timeoutMs?: number
}

interface FormClientDeps {
  readonly transport: Transport
  readonly apiBase: string
}

const FAILED_TEXT = '服务暂时不可用，请稍后再试'

/** Encodes fields as a browser's form does; undefined ones are omitted. */
export const formBody = (fields: FormFields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null

/** The client beside the one of the calls (section 7): form-encoded, with its own time-out and its own success. */
export const createFormClient =
  ({ transport, apiBase }: FormClientDeps) =>
  async ({ method, path, fields, timeoutMs = FORM_REQUEST_TIMEOUT_MS }: FormRequest): Promise<unknown> => {
    const { status, body } = await transport({
      method,
      url: `${apiBase}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: formBody(fields),
      timeoutMs,
    })
    if (status < SUCCESS_STATUS_FROM || status >= SUCCESS_STATUS_BELOW) throw new ApiError(FAILED_TEXT)
    // An empty body with a success status is a success.
    if (body === undefined || body === null || body === '') return null
    const { code, msg } = isObject(body) ? body : {}
    if (code === ErrorCode.OK || (typeof code === 'number' && isPageLogAccepted(path, code))) return body
    throw new ApiError(typeof msg === 'string' && msg ? msg : FAILED_TEXT)
  }
