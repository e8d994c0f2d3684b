import type { ClientWatch } from './client-watch.ts'

export const isClientShown = (): boolean => document.visibilityState === 'visible'

/** A page that the browser puts away whole is closed, and opened again when it is taken out. */
export const watchClient = ({ onShow, onHide, onUnload }: ClientWatch): void => {
  document.addEventListener('visibilitychange', () => (isClientShown() ? onShow() : onHide()))
  window.addEventListener('pagehide', onUnload)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isClientShown()) onShow()
  })
}

export const isOnline = (): boolean => navigator.onLine
