/** What belongs to this tab alone and outlives a way to another site and back; nothing where the browser keeps nothing. */
export const tabStorage = {
  take(key: string): string | null {
    try {
      const value = sessionStorage.getItem(key)
      sessionStorage.removeItem(key)
      return value
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // The way back will say that the authorisation is not known.
    }
  },
}
