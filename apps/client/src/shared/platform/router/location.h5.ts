/** The address of the page on screen, with its query. */
export const currentUrl = (): string => location.pathname + location.search

/** The address that the client was opened with. */
export const launchUrl = (): string => currentUrl()

/** Leaves the client for another site, in place of the page on screen. */
export const leaveForSite = (url: string): void => location.replace(url)

/** The address under which this client can be reached from outside. */
export const ownOrigin = (): string => location.origin

/** Replaces the visible address without navigation. */
export const showAddress = (url: string): void => history.replaceState(history.state, '', url)

/** Takes the query out of the browser's address; the page itself has read it. */
export const forgetQuery = (): void => history.replaceState(history.state, '', location.pathname)

/** Opens an address of another site, which redirects back here. */
export const leaveForUrl = (url: string): void => location.assign(url)
