import Taro from '@tarojs/taro'
import { parseAnswer, TransportError } from '../network/transport.ts'
import type { ShrinkPicture } from './picture-size.ts'
import type { SendPicture } from './picture-upload.h5.ts'

/** The platform has made it smaller when it was chosen (see choose-files). */
export const shrinkPicture: ShrinkPicture = async (file) => file

const failureOf = (error: unknown) =>
  /timeout/i.test(String((error as { errMsg?: unknown } | null)?.errMsg)) ? 'timeout' : 'network'

/** Sent as the file of a form, the only way of the platform; the answer comes as text. */
export const sendPicture: SendPicture = async ({ url, headers, file, timeoutMs }) => {
  try {
    const filePath = String(file.content)
    const answer = await Taro.uploadFile({ url, filePath, name: 'file', header: headers, timeout: timeoutMs })
    return { status: answer.statusCode, body: parseAnswer(answer.data) }
  } catch (error) {
    throw new TransportError(failureOf(error))
  }
}
