import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../../platform/concurrency.ts'

const DEADLINE_MS = 10_000
/** One at a time: a decoded picture takes much memory. */
const limited = limitConcurrency(1)

/** Runs in a thread that ends afterwards: a picture that crashes the decoder affects nothing else. */
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
