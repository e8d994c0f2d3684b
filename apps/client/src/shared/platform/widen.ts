const WIDE = 'wide'

/** Gives the page the whole window of a desktop instead of a phone's column, until it is called off. */
export const widen = (): (() => void) => {
  document.documentElement.classList.add(WIDE)
  return () => document.documentElement.classList.remove(WIDE)
}
