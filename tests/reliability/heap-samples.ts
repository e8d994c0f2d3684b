import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@yunji/testkit/eventually'
import type { System } from '@yunji/testkit/system'

/** Starts a process with an inspector on a free port, which it prints. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const SAMPLE_MS = 5_000
/** Caches, pools and compiled code fill at first. */
const WARM_UP_SHARE = 0.4
/** Growth of the least heap from the first third after the warm-up to the last. */
const GROWTH_LIMIT = 1.03
const SLACK_BYTES = 3 * 1024 * 1024

const ADDRESS = /Debugger listening on (ws:\S+)/
const HEAP = /^nodejs_heap_size_used_bytes (\S+)$/m

/** Bytes of the heap in use after a forced collection, every few seconds. */
export const sampleHeap = async (
  system: System,
  lengthMs: number,
  onSample: (seconds: number, bytes: number) => void,
): Promise<number[]> => {
  const inspector = await openInspector(system)
  const samples: number[] = []
  const begun = performance.now()
  while (performance.now() - begun < lengthMs) {
    await delay(SAMPLE_MS)
    await inspector.collectGarbage()
    samples.push(Number(HEAP.exec(await system.readMetrics())?.[1] ?? Number.NaN))
    onSample((performance.now() - begun) / 1000, samples.at(-1) ?? 0)
  }
  inspector.close()
  return samples
}

const openInspector = async ({ output }: System) => {
  const address = await eventually(() => {
    const found = ADDRESS.exec(output())?.[1]
    if (!found) throw new Error('the inspector has not told its address')
    return found
  })
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const closed = once(socket, 'close').then(() => Promise.reject(new Error('the server has closed its inspector')))
  closed.catch(() => undefined)
  let sent = 0
  return {
    /** Ends when nothing unreachable is left. */
    async collectGarbage(): Promise<void> {
      const answered = once(socket, 'message')
      socket.send(JSON.stringify({ id: ++sent, method: 'HeapProfiler.collectGarbage' }))
      await Promise.race([answered, closed])
    },
    close: (): void => socket.close(),
  }
}

/** The least of a part is what nobody could free; what is in flight comes and goes. */
export const growthOf = (samples: readonly number[]): string[] => {
  if (samples.some(Number.isNaN)) return ['the heap was not told']
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  const third = Math.floor(warm.length / 3)
  const early = Math.min(...warm.slice(0, third))
  const late = Math.min(...warm.slice(-third))
  const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)
  return late > early * GROWTH_LIMIT + SLACK_BYTES ? [`heap grew from ${mega(early)} to ${mega(late)} MB`] : []
}
