/** Leaves the client for another site, in place of the page on screen. */
export const leaveForSite = (url: string): void => location.replace(url)

/** The address under which this client can be reached from outside. */
export const ownOrigin = (): string => location.origin

/** Changes what the browser shows as the address; the page itself stays. */
export const showAddress = (url: string): void => history.replaceState(history.state, '', url)
