import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import type { LiveEvent } from '@yunji/contract/messages/live'
import type { Logger } from 'pino'
import type { LiveChange } from './live.ts'

/** Source of the current tasks and unread counts. */
export interface LiveReader {
  findTask(userId: number, taskId: number): Promise<TaskRecord | undefined>
  listActiveTasks(userId: number): Promise<readonly TaskRecord[]>
  readUnread(userId: number): Promise<Extract<LiveEvent, { kind: 'unread' }>['unread']>
}

/** Output to one client. `write` returns false when the caller should wait for `onDrain`. */
export interface LiveSink {
  write(text: string): boolean
  onDrain(listener: () => void): void
  /** Flushes first. */
  end(): void
  /** Drops unsent data. */
  destroy(): void
}

interface ConnectionOptions {
  readonly userId: number
  readonly sink: LiveSink
  readonly reader: LiveReader
  readonly log: Logger
  /** Minimum interval between two sends; the first is immediate. */
  readonly everyMs?: number
}

const SEND_INTERVAL_MS = 100
const READ_RETRY_MS = 1000
/** Above this many changed tasks, all active ones are read instead of each by itself. */
const MAX_WAITING = 200

/**
 * Event stream of one client. Only ids of changed things are queued, never their state: a slow client gets the latest
 * state of each, and memory stays bounded.
 */
export const createConnection = ({ userId, sink, reader, log, everyMs = SEND_INTERVAL_MS }: ConnectionOptions) => {
  const changed = new Set<number>()
  /** Last sent as active: after a gap these may be over. */
  const activeIds = new Set<number>()
  let isUnreadChanged = false
  let hasGap = false
  let isSending = false
  let isBlocked = false
  let isClosed = false
  let missedHeartbeats = 0
  let timer: NodeJS.Timeout | undefined

  const sendEvent = (event: LiveEvent): void => {
    if (!isClosed && !sink.write(`data: ${JSON.stringify(event)}\n\n`)) isBlocked = true
  }

  const sendTask = (task: TaskRecord): void => {
    if (isTaskOver(task.state)) activeIds.delete(task.taskId)
    else activeIds.add(task.taskId)
    sendEvent({ kind: 'task', task })
  }

  const sendChanges = async (): Promise<void> => {
    const isAll = hasGap
    const ids = new Set([...changed, ...(isAll ? activeIds : [])])
    const withUnread = isUnreadChanged || isAll
    changed.clear()
    isUnreadChanged = false
    hasGap = false
    const active = isAll ? await reader.listActiveTasks(userId) : []
    for (const task of active) ids.delete(task.taskId)
    const others = await Promise.all([...ids].map((taskId) => reader.findTask(userId, taskId)))
    const unread = withUnread ? await reader.readUnread(userId) : undefined
    for (const task of [...active, ...others]) if (task) sendTask(task)
    if (unread) sendEvent({ kind: 'unread', unread })
  }

  const hasChanges = (): boolean => hasGap || isUnreadChanged || changed.size > 0

  const send = (): void => {
    if (isSending || isBlocked || isClosed || timer || !hasChanges()) return
    isSending = true
    let pauseMs = everyMs
    sendChanges()
      .catch((error: unknown) => {
        log.debug({ err: error, userId }, 'live notification read failed')
        hasGap = true
        pauseMs = READ_RETRY_MS
      })
      .finally(() => {
        isSending = false
        if (isClosed) return
        timer = setTimeout(() => {
          timer = undefined
          send()
        }, pauseMs).unref()
      })
  }

  sink.onDrain(() => {
    isBlocked = false
    missedHeartbeats = 0
    send()
  })

  return {
    sendReady: (): void => sendEvent({ kind: 'ready' }),

    onChange(change: LiveChange): void {
      if (change.kind === 'task') changed.add(change.taskId)
      else if (change.kind === 'unread') isUnreadChanged = true
      else hasGap = true
      if (changed.size > MAX_WAITING) {
        changed.clear()
        hasGap = true
      }
      send()
    },

    /** Keeps the connection alive. A client that has read nothing since the last heartbeat is disconnected. */
    sendHeartbeat(): void {
      if (isBlocked && ++missedHeartbeats > 1) return sink.destroy()
      if (!isBlocked && !sink.write(':\n\n')) isBlocked = true
    },

    close(): void {
      if (isClosed) return
      isClosed = true
      clearTimeout(timer)
      sink.end()
    },

    /** Called when the client has disconnected. */
    forget(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export type LiveConnection = ReturnType<typeof createConnection>
