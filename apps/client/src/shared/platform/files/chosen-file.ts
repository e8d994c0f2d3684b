/** A file chosen by the user. */
export interface ChosenFile {
  readonly name: string
  readonly sizeBytes: number
  /** Address of the preview; absent for other files than pictures. */
  readonly pictureUrl?: string
  /** Content to send: the browser's file, or a path on the phone. */
  readonly content: Blob | string
}

export interface FileRequest {
  readonly kind: 'picture' | 'any'
  /** `either`: the user decides, if the platform asks. */
  readonly from: 'files' | 'camera' | 'either'
  readonly limit: number
}

/** Lets the user choose; nothing when they do not. More than the limit may come where the platform knows none. */
export type ChooseFiles = (request: FileRequest) => Promise<readonly ChosenFile[]>
