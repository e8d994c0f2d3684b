type ErrorListener = (error: unknown) => void

/** Errors before the listener is set are kept, up to this many. */
const MOST_KEPT = 10

const kept: unknown[] = []
let hear: ErrorListener = (error) => {
  if (kept.length < MOST_KEPT) kept.push(error)
}

/** Reports an uncaught error. */
export const reportError: ErrorListener = (error) => hear(error)

/** Receives later errors, and those reported before. */
export const setErrorListener = (listener: ErrorListener): void => {
  hear = listener
  for (const error of kept.splice(0)) listener(error)
}

/** Writes to the browser's console, or to WeChat's log of a mini-program. */
export const log = (text: string): void => console.warn(text)
