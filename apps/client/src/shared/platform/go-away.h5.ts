/** Leaves for an address of somebody else, who leads back here. */
export const goAway = (url: string): void => location.assign(url)
