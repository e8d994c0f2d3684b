import type { ChosenFile } from '../../platform/files/chosen-file.ts'

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'

export interface UploadItem<Result = unknown> {
  readonly id: number
  readonly file: ChosenFile
  readonly state: UploadState
  /** 0 to 100; 100 only when the file has arrived. */
  readonly progress: number
  /** Result of the server. */
  readonly result?: Result
}

export type UploadEvent<Result> =
  | { readonly type: 'add'; readonly items: readonly Pick<UploadItem, 'id' | 'file'>[] }
  | { readonly type: 'start' | 'fail' | 'cancel' | 'retry' | 'remove'; readonly id: number }
  | { readonly type: 'progress'; readonly id: number; readonly percent: number }
  | { readonly type: 'finish'; readonly id: number; readonly result: Result }

const ALL_SENT = 100
/** All bytes are sent, the answer is missing. */
const ALMOST_SENT = 99

/** Everything moves forward only: a late word about a file that is done, cancelled or gone changes nothing. */
const changed = <Result>(item: UploadItem<Result>, event: UploadEvent<Result>): UploadItem<Result> => {
  const isOpen = item.state === 'waiting' || item.state === 'sending'
  switch (event.type) {
    case 'start':
      return item.state === 'waiting' ? { ...item, state: 'sending' } : item
    case 'progress': {
      if (item.state !== 'sending') return item
      const percent = Math.min(Math.floor(event.percent), ALMOST_SENT)
      return percent > item.progress ? { ...item, progress: percent } : item
    }
    case 'finish':
      return item.state === 'sending' ? { ...item, state: 'done', progress: ALL_SENT, result: event.result } : item
    case 'fail':
      return item.state === 'sending' ? { ...item, state: 'failed', progress: 0 } : item
    case 'cancel':
      return isOpen ? { ...item, state: 'cancelled', progress: 0 } : item
    case 'retry':
      return item.state === 'failed' || item.state === 'cancelled' ? { ...item, state: 'waiting', progress: 0 } : item
    case 'add':
    case 'remove':
      return item
  }
}

export const uploadList = <Result>(
  items: readonly UploadItem<Result>[],
  event: UploadEvent<Result>,
): readonly UploadItem<Result>[] => {
  if (event.type === 'add') {
    return [...items, ...event.items.map((item) => ({ ...item, state: 'waiting', progress: 0 }) as const)]
  }
  if (event.type === 'remove') return items.filter(({ id }) => id !== event.id)
  return items.map((item) => (item.id === event.id ? changed(item, event) : item))
}
