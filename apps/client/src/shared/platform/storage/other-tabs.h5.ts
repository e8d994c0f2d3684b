/** Calls back when another tab changed the storage, or may have while this one was in the back-forward cache. */
export const watchOtherTabs = (onChange: (name: string | null) => void): void => {
  window.addEventListener('storage', ({ key }) => onChange(key))
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onChange(null)
  })
}

export const reloadClient = (): void => location.reload()
