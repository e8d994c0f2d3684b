import { parseAnswer, TransportError, type TransportResponse } from '../network/transport.ts'
import type { ChosenFile } from './chosen-file.ts'

export interface FileUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: ChosenFile
  /** 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
  /** After the last byte, while the receiver works with the file. */
  readonly answerWithinMs: number
}

/** Sends one file of any size, in the way that the platform has for it. */
export type SendFile = (upload: FileUpload) => Promise<TransportResponse>

/** A link over which nothing moves for so long is cut, whatever the browser believes. */
const STALL_LIMIT_MS = 10_000

/** Sent as the body of the request. */
export const sendFile: SendFile = ({ url, headers, file, onProgress, signal, answerWithinMs }) =>
  new Promise((resolve, reject) => {
    // XMLHttpRequest is the only API with upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    let deadline: ReturnType<typeof setTimeout> | undefined
    const expectWithin = (limitMs: number) => {
      clearTimeout(deadline)
      deadline = setTimeout(() => request.abort(), limitMs)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      expectWithin(STALL_LIMIT_MS)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => expectWithin(answerWithinMs))
    request.addEventListener('load', () => resolve({ status: request.status, body: parseAnswer(request.responseText) }))
    request.addEventListener('loadend', () => {
      clearTimeout(deadline)
      // Later events do not change the first answer.
      reject(new TransportError('network'))
    })
    signal.addEventListener('abort', () => request.abort())
    expectWithin(STALL_LIMIT_MS)
    request.send(file.content)
  })
