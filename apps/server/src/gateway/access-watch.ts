import type { Listener } from '../platform/listener.ts'

/** NOTIFY channel of lost rights, sent by triggers (migration 4). */
const CHANNEL = 'access_changed'
/** Collection window: many changes cause one check. */
const DEBOUNCE_MS = 30

/** Calls back when rights may have been lost, and after a gap in notifications. */
export const watchAccess = (listener: Listener, onChange: () => void) => {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const changed = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (!isClosed) onChange()
    }, DEBOUNCE_MS).unref()
  }
  listener.on(CHANNEL, { onNotification: changed, onConnected: changed })

  return {
    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
