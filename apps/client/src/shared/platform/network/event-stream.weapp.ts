import Taro from '@tarojs/taro'
import type { EventStreamRequest } from './event-stream.h5.ts'

/** The longest that the platform lets one request take. */
const TIMEOUT_MS = 600_000

/** Undefined on platform versions without chunked answers. */
export const openEventStream = ({ url, headers, onBytes, onEnd }: EventStreamRequest): (() => void) | undefined => {
  if (!Taro.canIUse('request.object.enableChunked')) return undefined
  const task = Taro.request({
    url,
    header: headers,
    enableChunked: true,
    responseType: 'arraybuffer',
    timeout: TIMEOUT_MS,
  })
  task.then(onEnd, onEnd)
  // A version may know the option and hand out no chunks all the same.
  if (typeof task.onChunkReceived !== 'function') {
    task.abort()
    return undefined
  }
  task.onChunkReceived(({ data }) => onBytes(new Uint8Array(data)))
  return () => task.abort()
}
