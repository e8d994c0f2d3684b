import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import type { Storage } from '../../../shared/platform/storage/storage.ts'

const KEY = 'spaceUploads'
/** More than can be open at once; the oldest are forgotten first. */
const MAX_KEPT = 100

type Entry = readonly [fingerprint: string, uploadId: string]

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Undefined where the platform does not tell when the file was changed: name and size alone may be another file's. */
const fingerprintOf = (userId: number, { name, sizeBytes, modifiedAtMs }: ChosenFile): string | undefined =>
  modifiedAtMs === undefined ? undefined : [userId, sizeBytes, modifiedAtMs, name].join('/')

/** Uploads by the files that they are of, so that a file that is chosen again after a restart goes on. */
export const createUploadMemory = (storage: Storage) => {
  const entries = (): readonly Entry[] => {
    const kept = storage.read(KEY)
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  }
  return {
    find: (userId: number, file: ChosenFile): string | undefined => {
      const fingerprint = fingerprintOf(userId, file)
      return entries().find(([known]) => known === fingerprint)?.[1]
    },
    set: (userId: number, file: ChosenFile, uploadId: string | undefined): void => {
      const fingerprint = fingerprintOf(userId, file)
      if (fingerprint === undefined) return
      const others = entries().filter(([known]) => known !== fingerprint)
      const next = uploadId === undefined ? others : [...others, [fingerprint, uploadId]]
      storage.write(KEY, next.slice(-MAX_KEPT))
    },
  }
}
