import { UPLOAD_KEY_HEADER, UPLOAD_LIMIT_BYTES } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { addressOf } from '../../../../shared/api/request-parts.ts'
import { client } from '../../../../shared/platform/app/client'
import { failureIn } from './upload-display.ts'

interface FileToSend {
  readonly id: string
  readonly name: string
  readonly content: Blob
  readonly uploadKey: string
  readonly onProgress: (progress: number) => void
}

/** A link over which nothing moves for so long is cut, whatever the browser believes. */
const STALL_LIMIT_MS = 10_000
/** After the last byte: the phone installs, and says nothing meanwhile. */
const INSTALL_LIMIT_MS = 130_000
/** An app in several parts is unpacked and sent on only after its last byte. */
const ARCHIVE_LIMIT_MS = 900_000
const ARCHIVE = /\.(xapk|apks)$/i
const CUT_OFF = '网络中断，请重试'
const TOO_LARGE = '文件不能超过 2 GB'

/** Sends a file to the phone on screen. Answers why it was not taken; nothing when it was. */
export const sendFile = ({ id, name, content, uploadKey, onProgress }: FileToSend): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (content.size > UPLOAD_LIMIT_BYTES) return resolve(TOO_LARGE)
    // XMLHttpRequest is the only API with upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(client, sideRoutes.streamUpload.path, { id, name }))
    request.setRequestHeader(UPLOAD_KEY_HEADER, uploadKey)
    request.setRequestHeader('content-type', 'application/octet-stream')
    let deadline: ReturnType<typeof setTimeout> | undefined
    const expectWithin = (limitMs: number) => {
      clearTimeout(deadline)
      deadline = setTimeout(() => request.abort(), limitMs)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      expectWithin(STALL_LIMIT_MS)
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () =>
      expectWithin(ARCHIVE.test(name) ? ARCHIVE_LIMIT_MS : INSTALL_LIMIT_MS),
    )
    request.addEventListener('load', () => resolve(failureIn(request.responseText)))
    request.addEventListener('loadend', () => {
      clearTimeout(deadline)
      // Later events do not change the first answer.
      resolve(CUT_OFF)
    })
    expectWithin(STALL_LIMIT_MS)
    return request.send(content)
  })
