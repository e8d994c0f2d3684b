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

/** Calls back when another tab changed the storage, or may have while this one was in the back-forward cache. */
export const watchOtherTabs = (onChange: (name: string | null) => void): void => {
  window.addEventListener('storage', ({ key }) => onChange(key))
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onChange(null)
  })
}

export const reloadClient = (): void => location.reload()
