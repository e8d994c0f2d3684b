/** Lets at most `places` pieces of work run at once; the others wait in the order they came. */
export const createGate = (places: number) => {
  const waiting: (() => void)[] = []
  let free = places

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1
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
