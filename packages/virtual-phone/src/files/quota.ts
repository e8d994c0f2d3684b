import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { FileError } from './errors.ts'

/** Bytes of content that the phone's files use. */
export class Quota {
  readonly totalBytes: number
  #usedBytes = 0
  /** The `diskFull` fault. */
  isFull = false

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes
  }

  get usedBytes(): number {
    return this.isFull ? this.totalBytes : this.#usedBytes
  }

  take(bytes: number): void {
    if (this.isFull || this.#usedBytes + bytes > this.totalBytes) throw new FileError('ENOSPC')
    this.#usedBytes += bytes
  }

  give(bytes: number): void {
    this.#usedBytes = Math.max(0, this.#usedBytes - bytes)
  }

  /** Recounts after a restart. */
  count(folder: string): void {
    this.#usedBytes = sizeOfTree(folder)
  }
}

/** Bytes of a host file, or of all files below a folder. */
export function sizeOfTree(place: string): number {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink()) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(place).reduce((sum, name) => sum + sizeOfTree(path.join(place, name)), 0)
}
