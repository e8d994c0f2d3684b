/** Takes the query out of the browser's address; the page itself has read it. */
export const forgetQuery = (): void => history.replaceState(history.state, '', location.pathname)
