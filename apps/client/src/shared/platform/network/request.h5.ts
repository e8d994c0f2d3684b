import { keepForNextStart, takeEarlyAnswer } from './early-request.h5.ts'
import { parseAnswer, type Transport, TransportError } from './transport.ts'

export const request: Transport = async ({
  method,
  url,
  headers,
  body,
  timeoutMs,
  outlivesPage: keepalive,
  isFirstRead,
}) => {
  if (isFirstRead) keepForNextStart({ url, headers })
  const early = method === 'GET' ? await takeEarlyAnswer({ url, headers }) : undefined
  if (early) return { status: early.status, body: parseAnswer(early.text) }
  const controller = new AbortController()
  // Cookies are for other pages of the provider; headers alone identify the caller.
  const options: RequestInit = { method, headers, body, keepalive, signal: controller.signal, credentials: 'omit' }
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const response = await fetch(url, options)
    return { status: response.status, body: parseAnswer(await response.text()) }
  } catch {
    throw new TransportError(controller.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(timer)
  }
}
