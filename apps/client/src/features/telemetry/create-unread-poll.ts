import { UNREAD_POLL_INTERVAL_MS } from '@yunji/contract/messages/rules'

interface UnreadPollDeps {
  readonly refresh: () => Promise<void>
  readonly isLoggedIn: () => boolean
}

/** Polls at once after a login or return, then every minute. */
export const createUnreadPoll = ({ refresh, isLoggedIn }: UnreadPollDeps) => {
  let timer: ReturnType<typeof setInterval> | undefined
  let isShown = false

  // A failed read is repeated by the next poll.
  const poll = () => void refresh().catch(() => undefined)

  const begin = (): void => {
    clearInterval(timer)
    if (!isShown || !isLoggedIn()) return
    poll()
    timer = setInterval(poll, UNREAD_POLL_INTERVAL_MS)
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
