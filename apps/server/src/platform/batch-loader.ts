interface Waiting<Key, Value> {
  readonly key: Key
  resolve(value: Value): void
  reject(error: unknown): void
}

const MAX_BATCH = 500

/**
 * Batches look-ups that arrive while another query runs. An idle process queries at once, without a timer; a busy one
 * queries rarely for many keys, which makes a look-up per request affordable.
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
    // One event loop iteration: requests of the same socket read join the batch.
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
