import type { Readable } from 'node:stream'
import type { PhoneFile, PhoneState, ScreenOptions, ScreenSession } from '@yunji/phone-driver/types'

/** Upload to a phone. */
export interface Upload {
  readonly body: Readable
  readonly sizeBytes: number
  readonly onProgress: (sentBytes: number) => void
}

/** App in several parts, `.xapk` or `.apks`: received whole, then installed in the parts that the phone needs. */
export interface ArchiveUpload extends Upload {
  readonly onInstalled: (doneBytes: number, totalBytes: number) => void
  readonly signal: AbortSignal
}

/**
 * One use of the connection to a phone. The supplier shares the connection between its uses and keeps it up; closing
 * ends this use only. Failures are {@link SupplierError}s.
 */
export interface PhoneConnection {
  readonly state: PhoneState
  onState(listener: (state: PhoneState) => void): () => void
  openScreen(options: ScreenOptions): Promise<ScreenSession>
  list(path: string): Promise<PhoneFile[]>
  /** Content of a file; it fails rather than ending early. */
  pull(path: string): Promise<Readable>
  push(path: string, upload: Upload): Promise<void>
  install(upload: Upload): Promise<void>
  installArchive(upload: ArchiveUpload): Promise<void>
  /** Text on the phone's clipboard, also if it was copied before the screen was opened; empty without one. */
  readClipboard(): Promise<string>
  close(): void
}
