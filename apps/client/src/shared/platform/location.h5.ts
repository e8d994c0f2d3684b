/** The address of the page on screen, with its query. */
export const currentUrl = (): string => location.pathname + location.search
