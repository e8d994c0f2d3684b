import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import type { Upload } from '../../../shared/ui/uploader/create-uploads.ts'
import type { UploadItem, UploadState } from '../../../shared/ui/uploader/upload-list.ts'

/** Sample screenshot; the gallery makes no requests. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 390">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#141b4d"/><stop offset=".6" stop-color="#4a3d9c"/><stop offset="1" stop-color="#b06fc4"/></linearGradient></defs>
<rect width="180" height="390" fill="url(#s)"/><circle cx="132" cy="92" r="20" fill="#fff3d6"/><circle cx="141" cy="85" r="17" fill="#232a68"/>
<path d="m0 262 40-50 34 34 44-66 62 78v132H0Z" fill="#35339a" opacity=".8"/><path d="M0 318c50-26 96-20 180 4v68H0Z" fill="#15164a"/>
<rect x="12" y="26" width="70" height="10" rx="5" fill="#57e39a"/><rect x="12" y="42" width="46" height="8" rx="4" fill="#6fb6ff"/>
<circle cx="146" cy="346" r="18" fill="#ff8f5c"/><circle cx="110" cy="358" r="11" fill="#5aa2ff"/><circle cx="38" cy="344" r="22" fill="#fff" opacity=".2"/></svg>`

export const sampleCover = `data:image/svg+xml,${encodeURIComponent(svg)}`
export const SAMPLE_HUE = '#6a55b8'

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
