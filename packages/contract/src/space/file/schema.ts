import * as z from 'zod/mini'
import { count, epochMillis, longText } from '../../wire/fields.ts'
import { type FileKind, fileKinds, MAX_FILES_AT_ONCE } from './rules.ts'

export const fileId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
export const fileIds = z.array(fileId).check(z.minLength(1), z.maxLength(MAX_FILES_AT_ONCE))
export const fileKind = z.enum(fileKinds)
export const bytesByKind = z.object({
  picture: count,
  video: count,
  audio: count,
  document: count,
  app: count,
  other: count,
} satisfies Record<FileKind, typeof count>)
/** Longer and illegal names are refused by the rules, with 1083. */
export const fileName = longText

export const spaceFile = z.object({
  fileId,
  name: longText,
  kind: fileKind,
  sizeBytes: count,
  createdAt: epochMillis,
  /** End of its time in the trash; null for a file that is not there. */
  deletesAt: z.nullable(epochMillis),
  /** Address of a small picture of it, short-lived; empty for files without one. */
  previewUrl: z.string(),
})
export type SpaceFile = z.output<typeof spaceFile>

/** An upload that has begun and not ended. */
export const spaceUpload = z.object({
  uploadId: fileId,
  name: longText,
  sizeBytes: count,
  offsetBytes: count,
  expiresAt: epochMillis,
})
export type SpaceUpload = z.output<typeof spaceUpload>

export const phoneFile = z.object({
  name: longText,
  isFolder: z.boolean(),
  sizeBytes: count,
  modifiedAt: epochMillis,
})
export type PhoneFileInfo = z.output<typeof phoneFile>

const PATH_MAX_LENGTH = 1024
const isPlain = (path: string): boolean =>
  !/\p{Cc}/u.test(path) && path.split('/').every((segment) => segment !== '.' && segment !== '..')
/** Absolute path on shared storage without `.`, `..` and control characters. */
export const phonePath = z
  .string()
  .check(z.maxLength(PATH_MAX_LENGTH), z.regex(/^\/sdcard(?:\/[^/]+)*$/), z.refine(isPlain))
