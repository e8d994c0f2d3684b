type ErrorListener = (error: unknown) => void

/** Errors before the listener is set are kept, up to this many. */
const MAX_EARLY = 10

const early: unknown[] = []
let currentListener: ErrorListener = (error) => {
  if (early.length < MAX_EARLY) early.push(error)
}

/** Reports an uncaught error. */
export const reportError: ErrorListener = (error) => currentListener(error)

/** Receives later errors, and those reported before. */
export const setErrorListener = (listener: ErrorListener): void => {
  currentListener = listener
  for (const error of early.splice(0)) listener(error)
}

/** Writes to the browser's console, or to WeChat's log of a mini-program. */
export const log = (text: string): void => console.warn(text)
