import { useEffect, useState } from 'react'
import { reportError } from './error-reporter.ts'

/** The life of the whole client, as far as its platform tells. */
export interface AppEventHandlers {
  readonly onShow: () => void
  readonly onHide: () => void
  /** The last moment: what is to be sent goes now. */
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

export const isOnline = (): boolean => navigator.onLine

const isShown = () => document.visibilityState === 'visible'

/** Whether the browser's tab is looked at. */
export const useDocumentVisible = (): boolean => {
  const [shown, setShown] = useState(isShown)
  useEffect(() => {
    const look = () => setShown(isShown())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return shown
}

/** Rejected promises that nobody handles are no part of it: see the specification, section 8. */
export const watchErrors = (): void =>
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
