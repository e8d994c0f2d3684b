import type { ChosenFile } from './chosen-file.ts'
import type { TransportResponse } from './transport.ts'

interface PictureUpload {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: ChosenFile
  readonly timeoutMs: number
}

/** Sends one picture, in the way that the platform has for it. */
export type SendPicture = (upload: PictureUpload) => Promise<TransportResponse>
