import Taro from '@tarojs/taro'
import { parseAnswer, TransportError } from '../network/transport.ts'
import type { SendPicture } from './send-picture.h5.ts'

const failureOf = (error: unknown) =>
  /timeout/i.test(String((error as { errMsg?: unknown } | null)?.errMsg)) ? 'timeout' : 'network'

/** As the file of a form: the platform sends files in no other way, and gives the answer as text. */
export const sendPicture: SendPicture = async ({ url, headers, file, timeoutMs }) => {
  try {
    const filePath = String(file.content)
    const answer = await Taro.uploadFile({ url, filePath, name: 'file', header: headers, timeout: timeoutMs })
    return { status: answer.statusCode, body: parseAnswer(answer.data) }
  } catch (error) {
    throw new TransportError(failureOf(error))
  }
}
