/** More wait already than a queue holds. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** Lets at most `places` pieces of work run at once; the others wait in the order they came, so many as the queue holds. */
export const createGate = (places: number, queueLength = Number.POSITIVE_INFINITY) => {
  const waiting: (() => void)[] = []
  let free = places

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
    else if (waiting.length >= queueLength) throw new QueueFullError('the queue is full')
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const enterNext = waiting.shift()
      if (enterNext) enterNext()
      else free += 1
    }
  }
}
