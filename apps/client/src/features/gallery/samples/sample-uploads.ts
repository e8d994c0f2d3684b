import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import type { Upload } from '../../../shared/ui/uploader/create-uploads.ts'
import type { UploadItem, UploadState } from '../../../shared/ui/uploader/upload-list.ts'
import { sampleCover } from './sample-cover.ts'

const picture: ChosenFile = { name: '截图.png', sizeBytes: 182_340, pictureUrl: sampleCover, content: '' }
const archive: ChosenFile = { name: '存档-2026-11-15-夜间备份.zip', sizeBytes: 48_730_112, content: '' }

const item = (id: number, file: ChosenFile, state: UploadState, progress: number): UploadItem => ({
  id,
  file: { ...file, name: `${id}-${file.name}` },
  state,
  progress,
})

export const everyState: readonly UploadItem[] = [
  item(1, picture, 'done', 100),
  item(2, picture, 'sending', 62),
  item(3, picture, 'waiting', 0),
  item(4, picture, 'failed', 0),
  item(5, picture, 'cancelled', 0),
  item(6, archive, 'done', 100),
  item(7, archive, 'sending', 99),
  item(8, archive, 'failed', 0),
]

export const fullList: readonly UploadItem[] = Array.from({ length: 52 }, (_, index) =>
  item(index + 1, picture, 'done', 100),
)

const STEP_MS = 120
const STEP_PERCENT = 10

/** Takes a second or two, like a real one; a file whose name says so fails half way, the first time. */
const hasFailed = new Set<string>()
export const sampleUpload: Upload<string> = (file, onProgress, signal) =>
  new Promise((resolve, reject) => {
    let percent = 0
    const end = (settle: () => void) => {
      clearInterval(timer)
      settle()
    }
    const timer = setInterval(() => {
      percent += STEP_PERCENT
      onProgress(percent)
      const mustFail = percent > 50 && file.name.includes('fail') && !hasFailed.has(file.name)
      if (mustFail) hasFailed.add(file.name)
      if (mustFail) end(() => reject(new Error('the upload failed')))
      else if (percent >= 100) end(() => resolve(file.name))
    }, STEP_MS)
    signal.addEventListener('abort', () => end(() => reject(new Error('stopped'))))
  })
