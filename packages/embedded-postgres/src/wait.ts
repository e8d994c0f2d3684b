export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A pause that does not keep the process alive: nothing waits for a supervisor that has nothing to do. */
export const unrefPause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Calls `attempt` until it gives a value or the deadline passes; `undefined` means that it never did. */
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
