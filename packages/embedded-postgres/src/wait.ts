export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Does not keep the process alive. */
export const unrefPause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Repeats `attempt` until it returns a value; undefined after the deadline. */
export async function poll<T>(
  deadlineMs: number,
  everyMs: number,
  attempt: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const value = await attempt()
    if (value !== undefined) return value
    if (performance.now() >= end) return undefined
    await pause(everyMs)
  }
}
