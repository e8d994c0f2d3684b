import { setTimeout as delay } from 'node:timers/promises'

interface EventuallyOptions {
  readonly deadlineMs?: number
  readonly everyMs?: number
}

/** Repeats a check until it stops throwing. The deadline only guards against hanging. */
export const eventually = async <Value>(
  check: () => Value | Promise<Value>,
  { deadlineMs = 20_000, everyMs = 25 }: EventuallyOptions = {},
): Promise<Value> => {
  const end = Date.now() + deadlineMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      await delay(everyMs)
    }
  }
}
