import type { Listener } from '../platform/listener.ts'

/** The channel that the rows themselves announce a lost right on (migration 4). */
const CHANNEL = 'access_changed'
/** Many changes at once are one look. */
const GATHER_MS = 30

/** Calls back whenever somebody may have lost a right, and when that may have happened without being heard. */
export const watchAccess = (listener: Listener, onChange: () => void) => {
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined

  const changed = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      if (!isClosed) onChange()
    }, GATHER_MS).unref()
  }
  listener.on(CHANNEL, { onNotification: changed, onConnected: changed })

  return {
    close(): void {
      isClosed = true
      clearTimeout(gathering)
    },
  }
}
