import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ReadableStream } from '@yume-chan/stream-extra'
import type { Operation } from './operation.ts'
import type { Bytes, Progress, Transfer } from './types.ts'

interface Chunk {
  readonly done: boolean
  readonly value?: Uint8Array | undefined
}

/**
 * Passes a source to `send`, counting its bytes and hashing them unless told not to. The deadline restarts with every chunk; an error of the
 * source ends the transfer.
 */
export async function sendBytes(
  body: Bytes,
  operation: Operation,
  onProgress: Progress | undefined,
  send: (stream: ReadableStream<Uint8Array>) => PromiseLike<unknown>,
  isHashed = true,
): Promise<Transfer> {
  const hash = isHashed ? createHash('sha256') : null
  const source = iterate(body)
  let sizeBytes = 0
  let fail: (reason: unknown) => void
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sizeBytes > 0) onProgress?.(sizeBytes)
        try {
          const { done, value } = await source.next()
          operation.renew()
          if (done) return controller.close()
          hash?.update(value)
          sizeBytes += value.length
          controller.enqueue(value)
        } catch (error) {
          fail(error)
          controller.error(error)
        }
      },
    },
    { highWaterMark: 0 },
  )
  try {
    await operation.race(Promise.race([send(stream), failed]))
  } catch (error) {
    void source.return().catch(() => {})
    throw error
  }
  onProgress?.(sizeBytes)
  return { sizeBytes, sha256: hash?.digest('hex') ?? '' }
}

async function* iterate(body: Bytes): AsyncGenerator<Uint8Array, void> {
  yield* body
}

/** Wraps `read` in a stream that fails when the phone does. The deadline is suspended while the reader is slow. */
export async function toReadable(
  read: () => Promise<Chunk>,
  operation: Operation,
  stop: () => void,
  explain: (error: unknown) => Error,
): Promise<Readable> {
  try {
    // A file that cannot be read at all fails here, before a stream is returned.
    const first = await operation.race(read())
    return Readable.from(chunksFrom(first), { objectMode: false })
  } catch (error) {
    stop()
    throw explain(error)
  }

  async function* chunksFrom(first: Chunk): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; !chunk.done; chunk = await operation.race(read())) {
        operation.pause()
        if (chunk.value) yield chunk.value
        operation.renew()
      }
    } catch (error) {
      throw explain(error)
    } finally {
      stop()
    }
  }
}
