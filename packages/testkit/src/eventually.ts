import { setTimeout as delay } from 'node:timers/promises'

interface EventuallyOptions {
  readonly deadlineMs?: number
  readonly everyMs?: number
}

/** As long as a poll of the runner: the start of a server alone has taken 11 s. Shortened by mutation tests, where most checks fail. */
const DEADLINE_MS = Number(process.env.YUNJI_TEST_DEADLINE_MS ?? 30_000)

/** Repeats a check until it stops throwing. The deadline only guards against hanging. */
export const eventually = async <Value>(
  check: () => Value | Promise<Value>,
  { deadlineMs = DEADLINE_MS, everyMs = 25 }: EventuallyOptions = {},
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
