import { randomUUID } from 'node:crypto'
import { closeSync, fchmodSync, futimesSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { ByteSink } from '../system/bytes.ts'
import { asPhone, FileError } from './errors.ts'
import type { Quota } from './quota.ts'

interface FileWriterOptions {
  unfinished: string
  mode: number
  quota: Quota
  place: () => string
  onCommit: () => void
}

/** Writes a temporary file and renames it on commit: a killed process leaves the old file. */
export class FileWriter implements ByteSink {
  readonly #options: FileWriterOptions | null
  readonly #draft: string
  #handle: number | null
  #sizeBytes = 0

  private constructor(options: FileWriterOptions | null, draft: string, handle: number | null) {
    this.#options = options
    this.#draft = draft
    this.#handle = handle
  }

  static open(options: FileWriterOptions): FileWriter {
    const draft = path.join(options.unfinished, randomUUID())
    return new FileWriter(
      options,
      draft,
      asPhone(() => openSync(draft, 'wx', 0o600)),
    )
  }

  static toNowhere(): FileWriter {
    return new FileWriter(null, '', null)
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.writeNow(bytes)
  }

  writeNow(bytes: Uint8Array): void {
    const handle = this.#take(bytes.length)
    if (handle === null) return
    // Synchronous: a trip through the thread pool costs more than these bytes.
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(asPhone(() => writeSync(handle, rest)))
  }

  #take(bytes: number): number | null {
    if (this.#options === null) return null
    if (this.#handle === null) throw new FileError('EIO')
    this.#options.quota.take(bytes)
    this.#sizeBytes += bytes
    return this.#handle
  }

  commit({ mode, modifiedAtSeconds }: { mode?: number; modifiedAtSeconds?: number } = {}): void {
    if (this.#options === null || this.#handle === null) return
    const handle = this.#handle
    try {
      const place = this.#options.place()
      const replaced = lstatSync(place, { throwIfNoEntry: false })
      if (replaced?.isDirectory()) throw new FileError('EISDIR')
      asPhone(() => {
        fchmodSync(handle, mode === undefined ? (this.#options?.mode ?? 0o600) : (mode & 0o777) | 0o400)
        if (modifiedAtSeconds !== undefined) futimesSync(handle, modifiedAtSeconds, modifiedAtSeconds)
        renameSync(this.#draft, place)
      })
      this.#options.quota.give(replaced?.size ?? 0)
    } catch (error) {
      this.abort()
      throw error
    }
    closeSync(handle)
    this.#handle = null
    this.#options.onCommit()
  }

  /** Does nothing after `commit`. */
  abort(): void {
    if (this.#options === null || this.#handle === null) return
    closeSync(this.#handle)
    this.#handle = null
    rmSync(this.#draft, { force: true })
    this.#options.quota.give(this.#sizeBytes)
    this.#sizeBytes = 0
  }
}
