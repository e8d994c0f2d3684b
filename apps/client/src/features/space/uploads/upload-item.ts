import { FILE_MAX_BYTES, fileNameRefusal } from '@yunji/contract/space/file/rules'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'

/** `interrupted`: the link is lost, and it goes on by itself. */
export type UploadState = 'waiting' | 'sending' | 'interrupted' | 'paused' | 'failed' | 'done'

export interface UploadItem {
  readonly id: number
  readonly file: ChosenFile
  readonly state: UploadState
  readonly sentBytes: number
  /** Id of the begun upload, and later of the file. */
  readonly uploadId: string | undefined
  /** Why it failed; empty otherwise. */
  readonly reason: string
}

/** Counts against the limit: begun at the server, or about to be. */
export const isOpen = ({ state, uploadId }: UploadItem): boolean =>
  state !== 'done' && (state !== 'failed' || uploadId !== undefined)

/** Why a file is not sent at all, in the server's words; undefined when it is. */
export const fileRefusal = ({ name, sizeBytes }: ChosenFile): string | undefined => {
  if (sizeBytes === 0) return errorTexts.FILE_EMPTY
  if (sizeBytes > FILE_MAX_BYTES) return '文件不能超过 32 GB'
  return fileNameRefusal(name)
}

export const percentOf = (sentBytes: number, sizeBytes: number): number =>
  sizeBytes > 0 ? Math.min(Math.floor((sentBytes / sizeBytes) * 100), 100) : 0
