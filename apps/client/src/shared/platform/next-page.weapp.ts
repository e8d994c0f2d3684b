/** The platform calls a navigation done when the page is there. */
export const nextPageShown = (): Promise<void> => Promise.resolve()
