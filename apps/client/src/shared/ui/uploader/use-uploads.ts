import { isFileListComplete } from '@yunji/contract/validation/input'
import { useEffect, useState } from 'react'
import { releaseFile } from '../../platform/files/choose-files'
import { createUploads, type Upload } from './create-uploads.ts'
import type { UploadItem } from './upload-list.ts'

/** Uploads of a page, cancelled on unmount. `send` is taken at mount. */
export const useUploads = <Result>(upload: Upload<Result>, maximum?: number) => {
  const [items, show] = useState<readonly UploadItem<Result>[]>([])
  const [uploads] = useState(() => createUploads({ upload, show, release: releaseFile, maximum }))
  useEffect(() => uploads.abandon, [uploads])
  return { ...uploads, items, isComplete: isFileListComplete(items) }
}
