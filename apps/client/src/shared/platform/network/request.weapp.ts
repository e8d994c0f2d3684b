import Taro from '@tarojs/taro'
import { type Transport, TransportError } from './transport.ts'

const failureOf = (error: unknown) =>
  /timeout/i.test(String((error as { errMsg?: unknown } | null)?.errMsg)) ? 'timeout' : 'network'

export const request: Transport = async ({ method, url, headers, body, timeoutMs }) => {
  try {
    const response = await Taro.request({ method, url, header: headers, data: body, timeout: timeoutMs })
    return { status: response.statusCode, body: response.data }
  } catch (error) {
    throw new TransportError(failureOf(error))
  }
}
