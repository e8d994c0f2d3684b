interface SharedConnectionDeps {
  readonly open: () => void
  readonly close: () => void
}

/** A page that follows another one wants the same connection. */
const LINGER_MS = 2000

/** Reference-counted connection: opens with the first user, closes with a delay after the last. */
export const createSharedConnection = ({ open, close }: SharedConnectionDeps) => {
  let wanted = 0
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const leave = () => {
    wanted -= 1
    if (wanted > 0) return
    timer = setTimeout(() => {
      isOpen = false
      close()
    }, LINGER_MS)
  }

  return {
    isOpen: (): boolean => isOpen,
    /** Joined until the returned function is called. */
    join(): () => void {
      wanted += 1
      clearTimeout(timer)
      if (!isOpen) {
        isOpen = true
        open()
      }
      return leave
    },
  }
}
