import { Worker } from 'node:worker_threads'
import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { Picture } from '../../../platform/supplier.ts'
import type { PictureAnswer, PictureTask } from './picture-worker.ts'

/** A picture takes milliseconds; a worker silent for this long is stuck. */
const DEADLINE_MS = 10_000

interface Waiting {
  resolve(jpeg: Buffer): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

export interface Pictures {
  /** Small JPEG of a picture; with `largestPx`, one whose shorter side is at most so long. */
  shrink(picture: Picture, largestPx?: number): Promise<Buffer>
  /** Picture for a phone without a screenshot. */
  placeholder(state: DeviceState): Promise<Buffer>
  close(): Promise<void>
}

/** Drawing and encoding run in a worker thread, started with the first picture. */
export const createPictures = (): Pictures => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const failAll = (error: Error): void => {
    void worker?.terminate()
    worker = undefined
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(error)
    }
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('picture-worker.ts', import.meta.url))
    started.on('message', ({ id, jpeg, error }: PictureAnswer) => {
      const pending = waiting.get(id)
      waiting.delete(id)
      clearTimeout(pending?.timer)
      if (jpeg) pending?.resolve(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
      else pending?.reject(new Error(error ?? 'no picture'))
      if (waiting.size === 0) started.unref()
    })
    started.on('error', failAll)
    return started
  }

  const runInWorker = (task: PictureTask['task']): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const timer = setTimeout(() => failAll(new Error('drawing took too long')), DEADLINE_MS)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, task } satisfies PictureTask, [])
    })

  const placeholders = new Map<DeviceState, Promise<Buffer>>()
  return {
    shrink: (picture, largestPx) => runInWorker({ kind: 'shrink', picture, largestPx }),
    placeholder(state) {
      const drawn = placeholders.get(state) ?? runInWorker({ kind: 'placeholder', state })
      placeholders.set(state, drawn)
      drawn.catch(() => placeholders.delete(state))
      return drawn
    },
    async close() {
      const closing = worker
      failAll(new Error('closed'))
      await closing?.terminate()
    },
  }
}
