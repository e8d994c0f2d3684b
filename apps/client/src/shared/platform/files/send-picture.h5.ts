import type { TransportResponse } from '../network/transport.ts'
import { parseAnswer, TransportError } from '../network/transport.ts'
import type { ChosenFile } from './chosen-file.ts'

interface PictureUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: ChosenFile
  readonly timeoutMs: number
}

/** Sends one picture, in the way that the platform has for it. */
export type SendPicture = (upload: PictureUpload) => Promise<TransportResponse>

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
