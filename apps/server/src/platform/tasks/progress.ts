/** What is stored and told of one part, at most this often. */
const EVERY_MS = 200

/** Lets the first progress through at once and then the newest of each interval; what comes backwards is left out. */
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
    /** What waits is dropped: something newer is about to be written. */
    async close(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      await saving
    },
  }
}
