/** For whoever looks for a cause: the browser's console, and the log that the messaging app keeps of a mini-program. */
export const log = (text: string): void => console.warn(text)
