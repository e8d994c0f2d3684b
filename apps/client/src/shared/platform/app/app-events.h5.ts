import { useEffect, useState } from 'react'
import { tellError } from './error-reporter.ts'

/** The life of the whole client, as far as its platform tells. */
export interface ClientWatch {
  readonly onShow: () => void
  readonly onHide: () => void
  /** The last moment: what is to be sent goes now. */
  readonly onUnload: () => void
}

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

const isShown = () => document.visibilityState === 'visible'

/** Whether the browser's tab is looked at. */
export const useDocumentShown = (): boolean => {
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
  window.addEventListener('error', ({ error, message }) => tellError(error ?? message))
