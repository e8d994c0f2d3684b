import type { PhoneFiles } from '../files/phone-files.ts'

const SHARED_STORAGE = '/storage/emulated/0/'

/** Files that the media provider knows. One that was only written is not among them until it is scanned. */
export class MediaIndex {
  readonly #files: PhoneFiles
  readonly #paths = new Set<string>()

  constructor(files: PhoneFiles) {
    this.#files = files
  }

  /** Position of the file in the index; null for what is not a file of shared storage. */
  scan(path: string): number | null {
    if (!path.startsWith(SHARED_STORAGE) || this.#files.find(path)?.kind !== 'file') return null
    this.#paths.add(path)
    return [...this.#paths].indexOf(path) + 1
  }

  list(): readonly string[] {
    return [...this.#paths].filter((path) => this.#files.find(path) !== null)
  }
}
