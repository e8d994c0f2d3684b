import type { Launched } from './launch.ts'
import { endPostmaster, type Postmaster } from './postmaster.ts'
import { unrefPause } from './wait.ts'

const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 5000

export interface SupervisorParts {
  first: Launched
  /** Starts the database again on the port that callers already know. */
  relaunch: (onProcess: (postmaster: Postmaster) => void, isStopping: () => boolean) => Promise<Launched>
  onLog: (line: string) => void
}

/** Keeps a postmaster running until `stop()`. */
export function supervise({ first, relaunch, onLog }: SupervisorParts) {
  let current = first.postmaster
  let isStopping = false

  /** Resolves to false once `stop()` was called. */
  const startAgain = async (delayMs: number): Promise<boolean> => {
    await unrefPause(delayMs)
    if (isStopping) return false
    try {
      await relaunch(
        (postmaster) => {
          current = postmaster
        },
        () => isStopping,
      )
      return !isStopping
    } catch (error) {
      onLog(`the database could not be started again: ${(error as Error).message}`)
      return startAgain(Math.min(delayMs * 2, LONGEST_DELAY_MS))
    }
  }
  const watch = async (): Promise<void> => {
    await current.exited
    if (isStopping) return
    onLog('the database process has died: starting it again')
    if (await startAgain(FIRST_DELAY_MS)) await watch()
  }
  const watching = watch()

  return {
    pid: () => (current.hasExited() ? undefined : current.pid),
    async stop() {
      isStopping = true
      await endPostmaster(current)
      await watching
      await endPostmaster(current) // a process that was started in the meantime
    },
  }
}
