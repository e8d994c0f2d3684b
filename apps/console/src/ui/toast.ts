import { Toast } from '@base-ui/react/toast'

export const toasts = Toast.createToastManager()

const SHOWN_MS = 4_000
const ERROR_SHOWN_MS = 8_000

export const showToast = (text: string, tone: 'done' | 'error' = 'done'): void => {
  toasts.add({
    title: text,
    type: tone,
    timeout: tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS,
    priority: tone === 'error' ? 'high' : 'low',
  })
}
