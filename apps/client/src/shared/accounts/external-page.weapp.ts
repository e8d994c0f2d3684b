/** A mini-program shows other sites only inside a page of its own, which is not there yet. */
export const hasExternalPage = false

export const openExternalPage = (): Promise<void> => Promise.resolve()
