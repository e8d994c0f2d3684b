/** Minimum interval between two writes of a part's progress. */
const EVERY_MS = 200

/** Throttles progress: the first at once, then the newest of each interval; a decrease is ignored. */
export const createProgress = (save: (progress: number) => Promise<void>) => {
  let seen = -1
  let waiting: number | undefined
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()

  const pass = (): void => {
    timer = undefined
    if (waiting === undefined) return
    const progress = waiting
    waiting = undefined
    timer = setTimeout(pass, EVERY_MS)
    timer.unref()
    saving = saving.then(() => save(progress)).catch(() => undefined)
  }

  return {
    report(progress: number): void {
      if (progress <= seen) return
      seen = progress
      waiting = progress
      if (!timer) pass()
    },
    /** Drops the waiting value: a newer one is about to be written. */
    async close(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      await saving
    },
  }
}
