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
 * Hands a source of bytes to whatever sends them, counted and hashed on the way. The deadline counts from the last chunk
 * that was taken; a source that fails ends the sending.
 */
export async function sendBytes(
  body: Bytes,
  operation: Operation,
  onProgress: Progress | undefined,
  send: (stream: ReadableStream<Uint8Array>) => PromiseLike<unknown>,
): Promise<Transfer> {
  const hash = createHash('sha256')
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
          hash.update(value)
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
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function* iterate(body: Bytes): AsyncGenerator<Uint8Array, void> {
  yield* body
}

/** What a phone sends, as a stream that fails when the phone does. A slow reader does not count against the deadline. */
export async function toReadable(
  read: () => Promise<Chunk>,
  operation: Operation,
  stop: () => void,
  explain: (error: unknown) => Error,
): Promise<Readable> {
  try {
    // What cannot be read at all shows here, before anybody has a stream in hand.
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
