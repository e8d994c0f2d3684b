import { setTimeout as delay } from 'node:timers/promises'

const REST_FOR_WORK = 3
const LONGEST_REST_MS = 500

/**
 * Does a piece after the other until one says that there is no more, and rests after each three times as long as it took:
 * however much there is to do, most moments belong to somebody else.
 */
export const runThrottled = async (piece: () => Promise<boolean>, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const startedAt = performance.now()
    if (signal?.aborted || !(await piece())) return
    await delay(Math.min((performance.now() - startedAt) * REST_FOR_WORK, LONGEST_REST_MS))
  }
}
