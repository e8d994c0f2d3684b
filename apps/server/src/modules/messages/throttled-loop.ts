import { setTimeout as delay } from 'node:timers/promises'

const REST_FOR_WORK = 3
const LONGEST_REST_MS = 500

/**
 * Runs `piece` until it returns false, and pauses after each three times as long as it took: background work leaves most
 * of the database to requests.
 */
export const runThrottled = async (piece: () => Promise<boolean>, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const startedAt = performance.now()
    if (signal?.aborted || !(await piece())) return
    await delay(Math.min((performance.now() - startedAt) * REST_FOR_WORK, LONGEST_REST_MS))
  }
}
