import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { ByteSource } from '../system/bytes.ts'
import { asPhone, toFileError } from './errors.ts'

const CHUNK_BYTES = 64 * 1024

export class FileReader implements ByteSource {
  /** When it was opened. */
  readonly sizeBytes: number
  readonly #handle: number | null
  #left: Uint8Array | null
  #isOpen = true

  private constructor(sizeBytes: number, handle: number | null, left: Uint8Array | null) {
    this.sizeBytes = sizeBytes
    this.#handle = handle
    this.#left = left
  }

  /** Opened with O_NOFOLLOW: `place` is resolved already. */
  static open(place: string): FileReader {
    const handle = asPhone(() => openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW))
    return new FileReader(fstatSync(handle).size, handle, null)
  }

  static ofBytes(bytes: Uint8Array): FileReader {
    return new FileReader(bytes.length, null, bytes)
  }

  async read(): Promise<Uint8Array | null> {
    if (!this.#isOpen) return null
    if (this.#handle === null) {
      const left = this.#left
      this.#left = null
      return left === null || left.length === 0 ? null : left
    }
    try {
      // Synchronous: a trip through the thread pool costs more than these bytes.
      const buffer = new Uint8Array(CHUNK_BYTES)
      const bytesRead = readSync(this.#handle, buffer, 0, CHUNK_BYTES, null)
      if (bytesRead > 0) return buffer.subarray(0, bytesRead)
    } catch (error) {
      this.close()
      throw toFileError(error)
    }
    this.close()
    return null
  }

  close(): void {
    if (this.#isOpen && this.#handle !== null) closeSync(this.#handle)
    this.#isOpen = false
  }
}
