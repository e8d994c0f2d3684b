/** Does one thing after the other: each answer tells the counts after it, and the last to come must be the last to be true. */
export const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
