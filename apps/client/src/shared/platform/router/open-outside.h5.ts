/** Opens an address of another site in a tab of its own, which learns nothing about this one. */
export const openOutside = (url: string): void => {
  window.open(url, '_blank', 'noopener,noreferrer')
}
