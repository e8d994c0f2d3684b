/** Tells when another tab has changed what is stored under a name, or may have while this one was put away. */
export const watchOtherTabs = (onChange: (name: string | null) => void): void => {
  window.addEventListener('storage', ({ key }) => onChange(key))
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onChange(null)
  })
}

export const reloadClient = (): void => location.reload()
