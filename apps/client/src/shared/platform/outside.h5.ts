/** Dials a number. */
export const callPhone = (phone: string): void => location.assign(`tel:${phone}`)

/** Opens a page of another site. */
export const openOutside = (url: string): void => void window.open(url, '_blank', 'noopener')
