import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header, REQUEST_TIMEOUT_MS } from '@yunji/contract/wire/request'
import { track } from '../feedback/in-flight.ts'
import { client } from '../platform/app/client'
import { log } from '../platform/app/error-reporter.ts'
import { chooseFiles, releaseFile } from '../platform/files/choose-files'
import type { ChosenFile } from '../platform/files/chosen-file.ts'
import { sendPicture, shrinkPicture } from '../platform/files/picture-upload'
import type { TransportResponse } from '../platform/network/transport.ts'
import { session } from '../session/session.ts'
import { ApiError } from './api-error.ts'
import { readEnvelope } from './read-answer.ts'
import { addressOf } from './request-parts.ts'

type Schema = Parameters<typeof parseAs>[0]

interface PictureDestination<Data extends Schema> {
  readonly path: string
  readonly data: Data
  /** No side needs to be longer than this. */
  readonly longestPx: number
}

const UNREADABLE = '图片无法读取，请换一张'
const CUT_OFF = '图片上传失败，请检查网络后重试'
const MALFORMED = '数据格式有误，请稍后再试'

/** Lets the user choose one picture, from wherever the platform keeps them or its camera; nothing when they do not. */
export const choosePicture = async (): Promise<ChosenFile | undefined> => {
  const [file, ...others] = await chooseFiles({ kind: 'picture', from: 'either', limit: 1 })
  for (const other of others) releaseFile(other)
  return file
}

/** Uploads one picture, and returns the server's result. */
export const uploadPicture = async <Data extends Schema>(
  chosen: ChosenFile,
  { path, data, longestPx }: PictureDestination<Data>,
) => {
  const end = track('上传中')
  try {
    const file = await shrinkPicture(chosen, longestPx)
    if (!file) throw new ApiError(UNREADABLE)
    const { token } = session.store.getState()
    const headers = { [header.token]: token, [header.clientType]: client.clientType }
    const upload = { url: addressOf(client, path), headers, file, timeoutMs: REQUEST_TIMEOUT_MS }
    const response = await sendPicture(upload).catch(() => {
      throw new ApiError(CUT_OFF, { isTransport: true })
    })
    return readUpload(path, data, response, token)
  } finally {
    end()
  }
}

/** Data of the server's answer to an upload; throws its refusal. */
export const readUpload = <Data extends Schema>(
  path: string,
  data: Data,
  response: TransportResponse,
  token: string,
) => {
  const envelope = readEnvelope(response, (code, msg) => log(`${path}: ${code} ${msg}`))
  // A closed page redirects by itself after the login is lost.
  if (envelope.code === ErrorCode.LOGIN_TOKEN_INVALID && session.store.getState().token === token) session.clear()
  if (envelope.code !== ErrorCode.OK) throw new ApiError(envelope.msg, { code: envelope.code, data: envelope.data })
  const read = parseAs<Data>(data, envelope.data)
  if (read === undefined) throw new ApiError(MALFORMED)
  return read
}
