import { parseAnswer } from './parse-answer.ts'
import type { SendPicture } from './picture-upload.ts'
import { TransportError } from './transport.ts'

/** As the bare body of a request. */
export const sendPicture: SendPicture = async ({ url, headers, file, timeoutMs }) => {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const options: RequestInit = { headers, body: file.content, signal: controller.signal, credentials: 'omit' }
  try {
    const response = await fetch(url, { method: 'POST', ...options })
    return { status: response.status, body: parseAnswer(await response.text()) }
  } catch {
    throw new TransportError(controller.signal.aborted ? 'timeout' : 'network')
  } finally {
    clearTimeout(timer)
  }
}
