import { UPLOAD_KEY_HEADER, UPLOAD_LIMIT_BYTES } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { addressOf } from '../../../../shared/api/request-parts.ts'
import { client } from '../../../../shared/platform/app/client'
import type { ChosenFile } from '../../../../shared/platform/files/chosen-file.ts'
import { sendFile as send } from '../../../../shared/platform/files/file-upload'
import { failureIn } from './upload-display.ts'

interface FileToSend {
  readonly id: string
  readonly file: ChosenFile
  readonly uploadKey: string
  readonly onProgress: (progress: number) => void
}

/** The phone installs, and says nothing meanwhile. */
const INSTALL_LIMIT_MS = 130_000
/** An app in several parts is unpacked and sent on only after its last byte. */
const ARCHIVE_LIMIT_MS = 900_000
const ARCHIVE = /\.(xapk|apks)$/i
const CUT_OFF = '网络中断，请重试'
const TOO_LARGE = '文件不能超过 2 GB'

/** Sends a file to the phone on screen. Answers why it was not taken; nothing when it was. */
export const sendFile = async ({ id, file, uploadKey, onProgress }: FileToSend): Promise<string | undefined> => {
  if (file.sizeBytes > UPLOAD_LIMIT_BYTES) return TOO_LARGE
  try {
    const { body } = await send({
      url: addressOf(client, sideRoutes.streamUpload.path, { id, name: file.name }),
      headers: { [UPLOAD_KEY_HEADER]: uploadKey },
      file,
      onProgress,
      signal: new AbortController().signal,
      answerWithinMs: ARCHIVE.test(file.name) ? ARCHIVE_LIMIT_MS : INSTALL_LIMIT_MS,
    })
    return failureIn(body)
  } catch {
    return CUT_OFF
  }
}
