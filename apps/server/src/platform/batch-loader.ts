interface Waiting<Key, Value> {
  readonly key: Key
  resolve(value: Value): void
  reject(error: unknown): void
}

const MAX_BATCH = 500

/**
 * Joins look-ups that arrive while another one is under way into one query. An idle process asks at once, so nothing
 * waits for a timer; a busy one asks rarely for many, which is what makes a look-up per request affordable.
 */
export const createBatchLoader = <Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): ((key: Key) => Promise<Value>) => {
  const waiting: Waiting<Key, Value>[] = []
  let isLoading = false

  const loadNext = async (): Promise<void> => {
    const batch = waiting.splice(0, MAX_BATCH)
    try {
      const values = await loadAll(batch.map((entry) => entry.key))
      batch.forEach((entry, index) => entry.resolve(values[index] as Value))
    } catch (error) {
      for (const entry of batch) entry.reject(error)
    }
  }

  const run = async (): Promise<void> => {
    isLoading = true
    // One turn of the event loop: requests that came in the same read of the socket go along.
    await new Promise(setImmediate)
    while (waiting.length > 0) await loadNext()
    isLoading = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isLoading) void run()
    })
}
