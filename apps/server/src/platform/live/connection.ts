import { isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import type { LiveEvent } from '@yunji/contract/messages/live'
import type { Logger } from 'pino'
import type { LiveChange } from './live.ts'

/** Where the whole of what has changed is read. */
export interface LiveReader {
  findTask(userId: number, taskId: number): Promise<TaskRecord | undefined>
  listActiveTasks(userId: number): Promise<readonly TaskRecord[]>
  readUnread(userId: number): Promise<Extract<LiveEvent, { kind: 'unread' }>['unread']>
}

/** The way to one client. `write` answers false when it should wait for `onDrain`. */
export interface LiveSink {
  write(text: string): boolean
  onDrain(listener: () => void): void
  /** In order. */
  end(): void
  /** At once, with whatever has not been sent. */
  destroy(): void
}

interface ConnectionOptions {
  readonly userId: number
  readonly sink: LiveSink
  readonly reader: LiveReader
  readonly log: Logger
  /** Between two sendings; the first of them waits for nothing. */
  readonly everyMs?: number
}

const SEND_INTERVAL_MS = 100
const READ_RETRY_MS = 1000
/** More tasks than this at once are read anew, not one by one. */
const MAX_WAITING = 200

/**
 * What one client is told. Only which things have changed waits here, never what they were: however slow the client
 * reads, it gets the latest state of each and holds no memory.
 */
export const createConnection = ({ userId, sink, reader, log, everyMs = SEND_INTERVAL_MS }: ConnectionOptions) => {
  const changed = new Set<number>()
  /** Told as going on: after a gap these may be over. */
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
        log.debug({ err: error }, 'cannot read what to tell')
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
    greet: (): void => sendEvent({ kind: 'ready' }),

    hear(news: LiveChange): void {
      if (news.kind === 'task') changed.add(news.taskId)
      else if (news.kind === 'unread') isUnreadChanged = true
      else hasGap = true
      if (changed.size > MAX_WAITING) {
        changed.clear()
        hasGap = true
      }
      send()
    },

    /** Shows both ends that the other is there. A client that has read nothing since the last one is given up. */
    beat(): void {
      if (isBlocked && ++missedHeartbeats > 1) return sink.destroy()
      if (!isBlocked && !sink.write(':\n\n')) isBlocked = true
    },

    close(): void {
      if (isClosed) return
      isClosed = true
      clearTimeout(timer)
      sink.end()
    },

    /** The client has gone by itself. */
    forget(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export type LiveConnection = ReturnType<typeof createConnection>
