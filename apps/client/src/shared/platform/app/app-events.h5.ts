import { useEffect, useState } from 'react'
import { reportError } from './error-reporter.ts'

/** Lifecycle events of the client. */
export interface AppEventHandlers {
  readonly onShow: () => void
  readonly onHide: () => void
  /** Last chance to send. */
  readonly onUnload: () => void
}

export const isAppVisible = (): boolean => document.visibilityState === 'visible'

/** A page that the browser puts away whole is closed, and opened again when it is taken out. */
export const watchAppEvents = ({ onShow, onHide, onUnload }: AppEventHandlers): void => {
  document.addEventListener('visibilitychange', () => (isAppVisible() ? onShow() : onHide()))
  window.addEventListener('pagehide', onUnload)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isAppVisible()) onShow()
  })
}

/** Calls back when the network is back. */
export const watchOnline = (onOnline: () => void): void => window.addEventListener('online', onOnline)

export const isOnline = (): boolean => navigator.onLine

const isShown = () => document.visibilityState === 'visible'

/** Whether the browser's tab is visible. */
export const useDocumentVisible = (): boolean => {
  const [shown, setShown] = useState(isShown)
  useEffect(() => {
    const update = () => setShown(isShown())
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return shown
}

/** Unhandled rejections are excluded by the specification (section 8). */
export const watchErrors = (): void =>
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
