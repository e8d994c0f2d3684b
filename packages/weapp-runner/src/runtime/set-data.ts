import { component as adapterComponent } from 'glass-easel-miniprogram-adapter'
import type { Recorder } from './recorder.ts'
import { findUnserialisable } from './serialise.ts'

/** WeChat refuses more in one call. */
const SET_DATA_LIMIT_BYTES = 1024 * 1024

/**
 * In WeChat's client data crosses from the program's thread to the view's as JSON. Here both share one thread, so
 * the crossing is played: what would not survive it is an error.
 */
export function checkSetData(recorder: Recorder): void {
  const caller = adapterComponent.ComponentCaller.prototype
  const apply = caller.setData
  caller.setData = function setData(data: Record<string, unknown>, callback?: () => void) {
    const accepted = crossToView(data, this.is, recorder)
    if (accepted) apply.call(this, accepted, callback)
  }
}

function crossToView(
  data: Record<string, unknown>,
  where: string,
  recorder: Recorder,
): Record<string, unknown> | undefined {
  const problem = findUnserialisable(data)
  if (problem !== undefined) {
    recorder.error(`setData of ${where}`, problem)
    return undefined
  }
  for (const [path, value] of Object.entries(data)) {
    if (value === undefined) recorder.warning(`setData of ${where}: ${path} is undefined, which the view never sees`)
  }
  const text = JSON.stringify(data)
  const sizeBytes = new TextEncoder().encode(text).length
  recorder.countSetData(sizeBytes)
  if (sizeBytes > SET_DATA_LIMIT_BYTES) {
    recorder.error(`setData of ${where}`, `${sizeBytes} bytes at once, the limit is ${SET_DATA_LIMIT_BYTES}`)
  }
  return JSON.parse(text)
}
