import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../../platform/concurrency.ts'

const DEADLINE_MS = 10_000
/** Pictures are large while they are drawn. */
const limited = limitConcurrency(1)

/** In a thread of its own that ends with it: a picture that cannot be drawn takes nothing else along. */
export const drawAvatar = (picture: Buffer): Promise<Buffer> =>
  limited(async () => {
    const worker = new Worker(new URL('avatar-worker.ts', import.meta.url), { workerData: picture })
    try {
      const [jpeg] = (await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [Uint8Array]
      return Buffer.from(jpeg)
    } finally {
      await worker.terminate()
    }
  })
