import { Toast } from '@base-ui/react/toast'

export const toasts = Toast.createToastManager()

const SHOWN_MS = 4_000
const ERROR_SHOWN_MS = 8_000

/** Shows a text for seconds, and returns an id to hide it by. */
export const showToast = (text: string, tone: 'done' | 'error' = 'done'): string =>
  toasts.add({
    title: text,
    type: tone,
    timeout: tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS,
    priority: tone === 'error' ? 'high' : 'low',
  })

export const hideToast = (id: string): void => toasts.close(id)
