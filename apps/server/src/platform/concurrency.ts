export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** Runs at most `limit` jobs at once; others wait in order of arrival, up to the queue length. */
export const limitConcurrency = (limit: number, queueLength = Number.POSITIVE_INFINITY) => {
  const queue: (() => void)[] = []
  let free = limit

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else if (queue.length >= queueLength) throw new QueueFullError('the queue is full')
    else await new Promise<void>((start) => queue.push(start))
    try {
      return await work()
    } finally {
      const runNext = queue.shift()
      if (runNext) runNext()
      else free += 1
    }
  }
}
