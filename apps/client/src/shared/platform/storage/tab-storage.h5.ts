/** Storage of this tab, kept across a redirect to another site; empty where the browser refuses storage. */
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
      // The return page reports the unknown authorisation.
    }
  },
}
