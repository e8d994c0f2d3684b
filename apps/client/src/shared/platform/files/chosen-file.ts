/** A file chosen by the user. */
export interface ChosenFile {
  readonly name: string
  readonly sizeBytes: number
  /** Where the platform tells it: with name and size it identifies the file when it is chosen again. */
  readonly modifiedAtMs?: number
  /** Address of the preview; absent for other files than pictures. */
  readonly pictureUrl?: string
  /** Content to send: the browser's file, or a path on the phone. */
  readonly content: Blob | string
}

export interface FileRequest {
  /** `media`: pictures and videos as they are. */
  readonly kind: 'picture' | 'media' | 'any'
  /** `either`: the user decides, if the platform asks. */
  readonly from: 'files' | 'camera' | 'either'
  readonly limit: number
}

/** Lets the user choose; nothing when they do not. More than the limit may come where the platform knows none. */
export type ChooseFiles = (request: FileRequest) => Promise<readonly ChosenFile[]>
