import { UPLOAD_MAXIMUM_FILES } from '@yunji/contract/display/limits'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import { type UploadEvent, type UploadItem, uploadList } from './upload-list.ts'

/** Sends one file; reports its progress in percent, and stops when the signal is aborted. */
export type Upload<Result> = (
  file: ChosenFile,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
) => Promise<Result>

interface UploadsDeps<Result> {
  readonly upload: Upload<Result>
  readonly show: (items: readonly UploadItem<Result>[]) => void
  /** The file is not shown any more. */
  readonly release: (file: ChosenFile) => void
  readonly maximum?: number
}

/** More at once would only make each of them slower. */
const AT_ONCE = 3

/** Sends chosen files, a few at a time. */
export const createUploads = <Result>(deps: UploadsDeps<Result>) => {
  const { upload, show, release, maximum = UPLOAD_MAXIMUM_FILES } = deps
  const running = new Map<number, AbortController>()
  let items: readonly UploadItem<Result>[] = []
  let lastId = 0

  const apply = (event: UploadEvent<Result>) => {
    items = uploadList(items, event)
    show(items)
  }

  const send = async ({ id, file }: UploadItem<Result>) => {
    const own = new AbortController()
    // A cancelled attempt may still answer after the file was queued again: ignore it.
    const applyOwn = (event: UploadEvent<Result>) => {
      if (running.get(id) === own) apply(event)
    }
    running.set(id, own)
    apply({ type: 'start', id })
    try {
      const result = await upload(file, (percent) => applyOwn({ type: 'progress', id, percent }), own.signal)
      applyOwn({ type: 'finish', id, result })
    } catch {
      applyOwn({ type: 'fail', id })
    }
    if (running.get(id) === own) running.delete(id)
    sendWaiting()
  }

  const sendWaiting = () => {
    const free = AT_ONCE - running.size
    for (const item of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0))) void send(item)
  }

  const stop = (id: number) => {
    const controller = running.get(id)
    running.delete(id)
    controller?.abort()
  }

  return {
    /** Adds as many files as there is room for; returns how many were left out. */
    add: (files: readonly ChosenFile[]): number => {
      const taken = files.slice(0, Math.max(maximum - items.length, 0))
      for (const file of files.slice(taken.length)) release(file)
      apply({ type: 'add', items: taken.map((file) => ({ id: ++lastId, file })) })
      sendWaiting()
      return files.length - taken.length
    },
    cancel: (id: number): void => {
      stop(id)
      apply({ type: 'cancel', id })
      sendWaiting()
    },
    retry: (id: number): void => {
      apply({ type: 'retry', id })
      sendWaiting()
    },
    remove: (id: number): void => {
      const removed = items.find((item) => item.id === id)
      stop(id)
      apply({ type: 'remove', id })
      if (removed) release(removed.file)
      sendWaiting()
    },
    /** Cancels all uploads; called on unmount. */
    abandon: (): void => {
      for (const id of running.keys()) stop(id)
      for (const { file } of items) release(file)
      items = []
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>
