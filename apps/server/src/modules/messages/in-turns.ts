import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_REST_MS = 250

/**
 * Does a piece after the other until one says that there is no more, and rests after each as long as it took: however much
 * there is to do, at least every other moment belongs to somebody else.
 */
export const inTurns = async (piece: () => Promise<boolean>, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const startedAt = performance.now()
    if (signal?.aborted || !(await piece())) return
    await delay(Math.min(performance.now() - startedAt, LONGEST_REST_MS))
  }
}
