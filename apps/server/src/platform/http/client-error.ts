import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Envelope } from '@yunji/contract/wire/call'
import type { Clock } from '../clock.ts'
import { type AppErrorName, answerOf } from '../errors.ts'
import { SECURITY_HEADERS } from './security.ts'

/** Node's error codes of malformed requests. */
const NAMES: Readonly<Record<string, AppErrorName>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
}

/** Malformed HTTP reaches no route and no hook: the same envelope is written to the socket itself. */
export const createClientErrorHandler =
  (clock: Clock) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { code, text, httpStatus } = answerOf(NAMES[error.code ?? ''] ?? 'NOT_HTTP')
    const envelope: Envelope = { code, msg: text, data: null, ts: clock.now().getTime() }
    const body = JSON.stringify(envelope)
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
