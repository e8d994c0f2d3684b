import { isFileListComplete } from '@yunji/contract/validation/input'
import { useEffect, useState } from 'react'
import { releaseFile } from '../../platform/files/choose-files'
import { createUploads, type Upload } from './create-uploads.ts'
import type { UploadItem } from './upload-list.ts'

/** Files that are sent while the page is open. What sends them stays what it was when the page came. */
export const useUploads = <Result>(upload: Upload<Result>, maximum?: number) => {
  const [items, show] = useState<readonly UploadItem<Result>[]>([])
  const [uploads] = useState(() => createUploads({ upload, show, release: releaseFile, maximum }))
  useEffect(() => uploads.abandon, [uploads])
  return { ...uploads, items, isComplete: isFileListComplete(items) }
}
