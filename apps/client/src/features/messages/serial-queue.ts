/** Runs calls one after the other: each answer carries the counts, and the last answer must be the latest state. */
export const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }
}
