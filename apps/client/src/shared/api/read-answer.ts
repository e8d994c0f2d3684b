import type { Envelope } from '@yunji/contract/wire/call'
import { type EnvelopeCode, ErrorCode } from '@yunji/contract/wire/error-codes'
import type { TransportResponse } from '../platform/network/transport.ts'
import { ApiError } from './api-error.ts'

const knownCodes: ReadonlySet<unknown> = new Set(Object.values(ErrorCode))

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isKnownCode = (code: unknown): code is EnvelopeCode => knownCodes.has(code)

/** Text for an answer without an envelope, by HTTP status. */
const textOfStatus = (status: number): string => {
  if (status === 413) return '提交的内容过大'
  if (status === 429) return '操作太频繁，请稍后再试'
  return '服务暂时不可用，请稍后再试'
}

/**
 * The envelope of an answer, whatever its HTTP status. Throws for an answer without one, and for an unknown code, which
 * is passed to `onUnknownCode` and keeps the server's message.
 */
export const readEnvelope = (
  { status, body }: TransportResponse,
  onUnknownCode: (code: number, msg: string) => void,
): Envelope => {
  if (!isObject(body) || typeof body.code !== 'number') throw new ApiError(textOfStatus(status))
  const { code, data, ts } = body
  const msg = typeof body.msg === 'string' ? body.msg : ''
  if (isKnownCode(code)) return { code, msg, data: data ?? null, ts: typeof ts === 'number' ? ts : 0 }
  onUnknownCode(code as number, msg)
  throw new ApiError(msg || textOfStatus(status), { data })
}
