import { showToast } from '../feedback/toast.ts'
import { ApiError, messageOf } from './api-error.ts'

/** Tells the user once: what the request layer has said is not said again. */
export const showError = (error: unknown): void => {
  if (error instanceof ApiError && error.isShown) return
  showToast(messageOf(error), 'error')
}
