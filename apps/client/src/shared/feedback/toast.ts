import { TOAST_MS } from '@yunji/contract/display/limits'
import { create } from 'zustand'

export interface Toast {
  readonly text: string
  readonly kind: 'info' | 'success' | 'error'
}

interface ToastState {
  readonly toast: Toast | null
}

export const useToast = create<ToastState>(() => ({ toast: null }))

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Shows one toast at a time: a new one replaces the old and gets its full time. */
export const showToast = (text: string, kind: Toast['kind'] = 'info'): void => {
  clearTimeout(hideTimer)
  useToast.setState({ toast: { text, kind } })
  hideTimer = setTimeout(() => useToast.setState({ toast: null }), TOAST_MS)
}
