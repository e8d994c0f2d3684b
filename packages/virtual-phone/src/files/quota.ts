import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { FileError } from './errors.ts'

/** Counts what the files of a phone take up, in bytes of content. */
export class Quota {
  readonly totalBytes: number
  #usedBytes = 0
  /** Pretends that there is no room, whatever is used. */
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

  /** Counts anew, as after a restart. */
  count(folder: string): void {
    this.#usedBytes = sizeOfTree(folder)
  }
}

/** Bytes of all files in and below a folder of the machine, or of one file. */
export function sizeOfTree(place: string): number {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink()) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(place).reduce((sum, name) => sum + sizeOfTree(path.join(place, name)), 0)
}
