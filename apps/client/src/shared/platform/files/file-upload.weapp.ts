import Taro from '@tarojs/taro'
import { parseAnswer, TransportError } from '../network/transport.ts'
import type { SendFile } from './file-upload.h5.ts'

/** Longer than the platform's default, which is for small files. */
const TIMEOUT_MS = 30 * 60_000

/** Sent as the file of a form, the only way of the platform; the answer comes as text. */
export const sendFile: SendFile = async ({ url, headers, file, onProgress, signal }) => {
  const task = Taro.uploadFile({
    url,
    filePath: String(file.content),
    name: 'file',
    header: headers,
    timeout: TIMEOUT_MS,
  })
  task.progress(({ progress }) => onProgress(progress / 100))
  signal.addEventListener('abort', () => task.abort())
  try {
    const answer = await task
    return { status: answer.statusCode, body: parseAnswer(answer.data) }
  } catch {
    throw new TransportError('network')
  }
}
