import { UNREAD_POLL_INTERVAL_MS } from '@yunji/contract/messages/rules'

interface UnreadPollDeps {
  readonly refresh: () => Promise<void>
  readonly isLoggedIn: () => boolean
}

/** Asks at once when there is somebody to show it to, and from then on every minute. */
export const createUnreadPoll = ({ refresh, isLoggedIn }: UnreadPollDeps) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let isShown = false

  // What cannot be read now is read a minute later.
  const ask = () => void refresh().catch(() => undefined)

  const begin = (): void => {
    clearInterval(timer)
    if (!isShown || !isLoggedIn()) return
    ask()
    timer = setInterval(ask, UNREAD_POLL_INTERVAL_MS)
  }

  return {
    show(): void {
      if (isShown) return
      isShown = true
      begin()
    },
    hide(): void {
      isShown = false
      clearInterval(timer)
    },
    /** After a login, a logout or a switch. */
    account: begin,
  }
}
