type ErrorListener = (error: unknown) => void

/** What happens before anybody listens is kept, but not without end. */
const MOST_KEPT = 10

const kept: unknown[] = []
let hear: ErrorListener = (error) => {
  if (kept.length < MOST_KEPT) kept.push(error)
}

/** Something failed that nobody has caught. */
export const reportError: ErrorListener = (error) => hear(error)

/** From now on, and what was told before. */
export const setErrorListener = (listener: ErrorListener): void => {
  hear = listener
  for (const error of kept.splice(0)) listener(error)
}

/** For whoever looks for a cause: the browser's console, and the log that WeChat keeps of a mini-program. */
export const log = (text: string): void => console.warn(text)
