import { MAX_OPEN_UPLOADS } from '@yunji/contract/space/file/rules'
import { messageOf } from '../../../shared/api/api-error.ts'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { TransportError } from '../../../shared/platform/network/transport.ts'
import { fileRefusal, isOpen, type UploadItem } from './upload-item.ts'

/** The server has no such upload any more: it has expired, or become a file. */
export class UploadGone extends Error {}

interface Sending {
  readonly file: ChosenFile
  readonly uploadId: string | undefined
  readonly onCreated: (uploadId: string) => void
  readonly onProgress: (sentBytes: number) => void
  readonly signal: AbortSignal
}

interface QueueDeps {
  /** Throws `TransportError` for what is tried again, `UploadGone`, or an error with words for the user. */
  readonly send: (sending: Sending) => Promise<void>
  /** Whether an upload has become a file: the answer to its last byte may have been lost. */
  readonly hasArrived: (uploadId: string, file: ChosenFile) => Promise<boolean>
  /** Drops an upload at the server. */
  readonly discard: (uploadId: string) => Promise<void>
  /** Keeps the upload of a file for later starts of the client; forgets it when undefined. */
  readonly remember: (file: ChosenFile, uploadId: string | undefined) => void
  readonly show: (items: readonly UploadItem[]) => void
  readonly onArrived: (item: UploadItem) => void
  readonly release: (file: ChosenFile) => void
}

/** More at once would only make each of them slower. */
const AT_ONCE = 3
const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000] as const
/** Finished uploads that stay in the list. */
const DONE_SHOWN = 50

const withoutOldDone = (items: readonly UploadItem[]): readonly UploadItem[] => {
  const done = items.filter(({ state }) => state === 'done')
  const dropped = new Set(done.slice(0, Math.max(done.length - DONE_SHOWN, 0)))
  return items.filter((item) => !dropped.has(item))
}

/** A chosen file, with the upload that it goes on with. */
export interface NewUpload {
  readonly file: ChosenFile
  readonly uploadId?: string | undefined
}

/** Sends files a few at a time, and goes on by itself after a break of the link. */
export const createUploadQueue = (deps: QueueDeps) => {
  const running = new Map<number, AbortController>()
  const attempts = new Map<number, number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let items: readonly UploadItem[] = []
  let lastId = 0
  /** The login is lost: nothing is sent until it is back. */
  let isSuspended = false

  const show = (next: readonly UploadItem[]) => {
    items = withoutOldDone(next)
    deps.show(items)
  }
  const find = (id: number) => items.find((item) => item.id === id)
  const change = (id: number, part: Partial<UploadItem>) =>
    show(items.map((item) => (item.id === id ? { ...item, ...part } : item)))

  const stop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    const controller = running.get(id)
    running.delete(id)
    controller?.abort()
  }

  const finish = (id: number) => {
    const item = find(id)
    if (!item) return
    deps.remember(item.file, undefined)
    change(id, { state: 'done', sentBytes: item.file.sizeBytes })
    deps.release(item.file)
    deps.onArrived(item)
  }

  const interrupt = (id: number) => {
    const attempt = attempts.get(id) ?? 0
    attempts.set(id, attempt + 1)
    change(id, { state: 'interrupted' })
    const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)]
    timers.set(
      id,
      setTimeout(() => wake(id), delayMs),
    )
  }

  const settleGone = async (id: number, uploadId: string | undefined, file: ChosenFile): Promise<void> => {
    if (uploadId !== undefined && (await deps.hasArrived(uploadId, file))) return finish(id)
    deps.remember(file, undefined)
    change(id, { state: 'waiting', uploadId: undefined, sentBytes: 0 })
  }

  const settle = async (id: number, error: unknown): Promise<void> => {
    const item = find(id)
    if (!item) return
    if (error instanceof UploadGone) {
      await settleGone(id, item.uploadId, item.file).catch(() => interrupt(id))
    } else if (error instanceof TransportError) interrupt(id)
    else change(id, { state: 'failed', reason: messageOf(error) })
  }

  const send = async ({ id, file, uploadId }: UploadItem): Promise<void> => {
    const own = new AbortController()
    const isOwn = () => running.get(id) === own
    running.set(id, own)
    change(id, { state: 'sending', reason: '' })
    try {
      await deps.send({
        file,
        uploadId,
        signal: own.signal,
        onCreated: (created) => {
          // Also of an upload that was cancelled meanwhile: nobody else would drop it.
          if (!find(id)) return void deps.discard(created).catch(() => undefined)
          deps.remember(file, created)
          change(id, { uploadId: created })
        },
        onProgress: (sentBytes) => {
          if (!isOwn()) return
          attempts.delete(id)
          change(id, { sentBytes })
        },
      })
      if (isOwn()) finish(id)
    } catch (error) {
      if (isOwn()) await settle(id, error)
    }
    if (isOwn()) running.delete(id)
    sendWaiting()
  }

  const sendWaiting = () => {
    if (isSuspended) return
    const free = Math.max(AT_ONCE - running.size, 0)
    const waiting = items.filter(({ id, state }) => state === 'waiting' && !running.has(id))
    for (const item of waiting.slice(0, free)) void send(item)
  }

  const wake = (id: number) => {
    if (isSuspended) return
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (find(id)?.state === 'interrupted') change(id, { state: 'waiting' })
    sendWaiting()
  }

  return {
    /**
     * Takes as many files as the limit allows beside those that are open elsewhere, and returns how many were left out.
     * A file that the rules refuse is shown with the reason and not sent.
     */
    add: (files: readonly NewUpload[], openElsewhere = 0): number => {
      let room = MAX_OPEN_UPLOADS - openElsewhere - items.filter(isOpen).length
      const added: UploadItem[] = []
      let leftOut = 0
      for (const { file, uploadId } of files) {
        const reason = fileRefusal(file)
        if (reason === undefined && room <= 0) {
          deps.release(file)
          leftOut += 1
          continue
        }
        if (reason === undefined) room -= 1
        lastId += 1
        const state = reason === undefined ? 'waiting' : 'failed'
        added.push({ id: lastId, file, state, sentBytes: 0, uploadId, reason: reason ?? '' })
      }
      show([...items, ...added])
      sendWaiting()
      return leftOut
    },
    pause: (id: number): void => {
      const state = find(id)?.state
      if (state !== 'waiting' && state !== 'sending' && state !== 'interrupted') return
      stop(id)
      change(id, { state: 'paused' })
      sendWaiting()
    },
    /** Goes on with a paused upload, and tries a failed one again. */
    resume: (id: number): void => {
      const item = find(id)
      if (item?.state !== 'paused' && item?.state !== 'failed') return
      const reason = fileRefusal(item.file)
      if (reason === undefined) change(id, { state: 'waiting', reason: '' })
      sendWaiting()
    },
    /** Ends the upload here and at the server. */
    cancel: async (id: number): Promise<void> => {
      const item = find(id)
      if (!item) return
      stop(id)
      show(items.filter((each) => each.id !== id))
      deps.release(item.file)
      deps.remember(item.file, undefined)
      sendWaiting()
      if (item.uploadId !== undefined && item.state !== 'done') await deps.discard(item.uploadId)
    },
    clearDone: (): void => show(items.filter(({ state }) => state !== 'done')),
    /** Goes on at once: the network or the client has come back. */
    wakeAll: (): void => {
      for (const { id, state } of items) if (state === 'interrupted') wake(id)
    },
    /** Stops everything that is under way, and keeps the files: the login is lost. */
    suspend: (): void => {
      isSuspended = true
      for (const { id, state } of items) {
        if (state !== 'sending' && state !== 'waiting' && state !== 'interrupted') continue
        stop(id)
        change(id, { state: 'interrupted' })
      }
    },
    /** Goes on where it was stopped: the same account is back. */
    continue: (): void => {
      isSuspended = false
      for (const { id, state } of items) if (state === 'interrupted') wake(id)
    },
    /** Ends everything here, and leaves the uploads at the server: another account is in use. */
    reset: (): void => {
      isSuspended = false
      for (const { id, file } of items) {
        stop(id)
        deps.release(file)
      }
      attempts.clear()
      show([])
    },
  }
}
