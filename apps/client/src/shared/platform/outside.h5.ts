/** Dials a number. */
export const callPhone = (phone: string): void => location.assign(`tel:${phone}`)

/** Opens an address of another site in a tab of its own, which learns nothing about this one. */
export const openOutside = (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer')
