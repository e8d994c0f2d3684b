import type { TransportResponse } from '../network/transport.ts'
import type { ChosenFile } from './chosen-file.ts'

/** One file on its way by tus 1.0. */
export interface ResumableUpload {
  /** Address that begins an upload. */
  readonly endpoint: string
  readonly addressOf: (uploadId: string) => string
  readonly headers: Readonly<Record<string, string>>
  readonly file: ChosenFile
  /** Goes on with this upload; begins one when absent. */
  readonly uploadId: string | undefined
  readonly onCreated: (uploadId: string) => void
  readonly onProgress: (sentBytes: number) => void
  readonly signal: AbortSignal
}

/** Resolves when the last byte is stored. Throws `TransportError` without an answer, `UploadRefusal` after a refusal. */
export type SendResumable = (upload: ResumableUpload) => Promise<void>

/** The server's answer other than success. */
export class UploadRefusal extends Error {
  readonly response: TransportResponse

  constructor(response: TransportResponse) {
    super(`upload refused with ${response.status}`)
    this.name = 'UploadRefusal'
    this.response = response
  }
}

/** Id at the end of an upload's address. */
export const uploadIdIn = (address: string): string | undefined => /([0-9a-f]{32})(?:$|[?#])/.exec(address)?.[1]
