import { MAX_OPEN_UPLOADS } from '@yunji/contract/space/file/rules'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import type { ChosenFile } from '../../../shared/platform/files/chosen-file.ts'
import { TransportError } from '../../../shared/platform/network/transport.ts'
import { createUploadQueue, UploadGone } from './create-upload-queue.ts'
import type { UploadItem } from './upload-item.ts'

interface Try {
  readonly name: string
  readonly uploadId: string | undefined
  readonly signal: AbortSignal
  readonly create: (uploadId: string) => void
  readonly progress: (sentBytes: number) => void
  readonly finish: () => void
  readonly fail: (error: Error) => void
}

let tries: Try[] = []
let items: readonly UploadItem[] = []
let arrived = false
const discard = vi.fn<(uploadId: string) => Promise<void>>()
const remember = vi.fn<(file: ChosenFile, uploadId: string | undefined) => void>()
const onArrived = vi.fn<(item: UploadItem) => void>()
const release = vi.fn<(file: ChosenFile) => void>()

const open = () =>
  createUploadQueue({
    send: ({ file, uploadId, signal, onCreated, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new TransportError('network')))
        const { name } = file
        tries.push({ name, uploadId, signal, create: onCreated, progress: onProgress, finish: resolve, fail: reject })
      }),
    hasArrived: async () => arrived,
    discard,
    remember,
    onArrived,
    release,
    show: (now) => {
      items = now
    },
  })

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ file: { name: `f${index + 1}.bin`, sizeBytes: 10, content: '' } }))
const states = () => items.map(({ state }) => state)
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  tries = []
  items = []
  arrived = false
  vi.resetAllMocks()
  discard.mockResolvedValue()
})
afterEach(() => vi.useRealTimers())

describe('the limit', () => {
  test('takes 52 files and no more', () => {
    const queue = open()
    expect(queue.add(files(MAX_OPEN_UPLOADS + 3))).toBe(3)
    expect(items).toHaveLength(MAX_OPEN_UPLOADS)
    expect(release).toHaveBeenCalledTimes(3)
    expect(queue.add(files(1))).toBe(1)
  })

  test('counts uploads that are open elsewhere, and none that is done', async () => {
    const queue = open()
    expect(queue.add(files(2), MAX_OPEN_UPLOADS - 1)).toBe(1)
    tries[0]?.finish()
    await settled()
    expect(states()).toEqual(['done'])
    expect(queue.add(files(2), MAX_OPEN_UPLOADS - 1)).toBe(1)
  })

  test('leaves out none for a file that is refused anyway', () => {
    const refused = { file: { name: 'setup.exe', sizeBytes: 10, content: '' } }
    expect(open().add([refused, ...files(1)], MAX_OPEN_UPLOADS - 1)).toBe(0)
    expect(items).toMatchObject([{ state: 'failed', reason: '不支持电脑程序等文件类型' }, { state: 'sending' }])
    expect(tries).toHaveLength(1)
  })
})

describe('files', () => {
  test('are sent three at a time, the next when one has ended', async () => {
    open().add(files(5))
    expect(tries.map(({ name }) => name)).toEqual(['f1.bin', 'f2.bin', 'f3.bin'])
    tries[1]?.finish()
    await settled()
    expect(tries).toHaveLength(4)
    expect(onArrived).toHaveBeenCalledTimes(1)
    expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting'])
  })

  test('are remembered from their beginning until they have arrived', async () => {
    open().add(files(1))
    tries[0]?.create('u1')
    tries[0]?.progress(4)
    expect(items).toMatchObject([{ uploadId: 'u1', sentBytes: 4 }])
    tries[0]?.finish()
    await settled()
    expect(remember.mock.calls.map(([, uploadId]) => uploadId)).toEqual(['u1', undefined])
    expect(items).toMatchObject([{ state: 'done', sentBytes: 10 }])
  })

  test('that are empty or have an illegal name are shown with the reason, and cannot be retried', () => {
    const queue = open()
    queue.add([
      { file: { name: 'a.bin', sizeBytes: 0, content: '' } },
      { file: { name: 'a/b', sizeBytes: 1, content: '' } },
    ])
    expect(items.map(({ reason }) => reason)).toEqual(['文件不能为空', expect.stringContaining('不能包含')])
    queue.resume(1)
    expect(tries).toHaveLength(0)
  })
})

describe('an upload', () => {
  test('is paused, and goes on with what the server has', async () => {
    const queue = open()
    queue.add(files(1))
    tries[0]?.create('u1')
    queue.pause(1)
    await settled()
    expect(tries[0]?.signal.aborted).toBe(true)
    expect(states()).toEqual(['paused'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tries).toHaveLength(1)
    queue.resume(1)
    expect(tries[1]?.uploadId).toBe('u1')
  })

  test('that is paused leaves its place to the next', () => {
    const queue = open()
    queue.add(files(4))
    queue.pause(2)
    expect(states()).toEqual(['sending', 'paused', 'sending', 'sending'])
  })

  test('goes on by itself after a break, later each time, and at once when the network is back', async () => {
    const queue = open()
    queue.add(files(1))
    tries[0]?.create('u1')
    tries[0]?.fail(new TransportError('network'))
    await settled()
    expect(states()).toEqual(['interrupted'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries[1]?.uploadId).toBe('u1')
    tries[1]?.fail(new TransportError('network'))
    await vi.advanceTimersByTimeAsync(1999)
    expect(tries).toHaveLength(2)
    queue.wakeAll()
    expect(tries).toHaveLength(3)
    expect(states()).toEqual(['sending'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries).toHaveLength(3)
  })

  test('begins with the short delay again once bytes have moved', async () => {
    open().add(files(1))
    for (const delayMs of [1000, 2000]) {
      tries.at(-1)?.fail(new TransportError('network'))
      await vi.advanceTimersByTimeAsync(delayMs)
    }
    tries.at(-1)?.progress(1)
    tries.at(-1)?.fail(new TransportError('network'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries).toHaveLength(4)
  })

  test('that is refused says why, and is tried again on demand', async () => {
    const queue = open()
    queue.add(files(1))
    tries[0]?.fail(new ApiError('云空间不足'))
    await settled()
    expect(items).toMatchObject([{ state: 'failed', reason: '云空间不足' }])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tries).toHaveLength(1)
    queue.resume(1)
    expect(tries).toHaveLength(2)
    expect(items).toMatchObject([{ state: 'sending', reason: '' }])
  })

  test('whose last answer was lost has arrived', async () => {
    arrived = true
    open().add([{ ...files(1)[0], uploadId: 'u1' } as never])
    tries[0]?.fail(new UploadGone())
    await settled()
    expect(states()).toEqual(['done'])
    expect(onArrived).toHaveBeenCalledTimes(1)
  })

  test('that has expired begins anew', async () => {
    open().add([{ ...files(1)[0], uploadId: 'u1' } as never])
    expect(tries[0]?.uploadId).toBe('u1')
    tries[0]?.progress(5)
    tries[0]?.fail(new UploadGone())
    await settled()
    expect(tries[1]?.uploadId).toBeUndefined()
    expect(items).toMatchObject([{ state: 'sending', sentBytes: 0 }])
  })

  test('is cancelled here and at the server, also when it begins there only afterwards', async () => {
    const queue = open()
    queue.add(files(2))
    tries[0]?.create('u1')
    await queue.cancel(1)
    await queue.cancel(2)
    expect(items).toEqual([])
    expect(discard.mock.calls).toEqual([['u1']])
    tries[1]?.create('u2')
    expect(discard).toHaveBeenLastCalledWith('u2')
  })

  test('of another account ends here, and stays at the server', async () => {
    const queue = open()
    queue.add(files(4))
    tries[0]?.create('u1')
    queue.reset()
    await settled()
    expect(items).toEqual([])
    expect(tries.every(({ signal }) => signal.aborted)).toBe(true)
    expect(tries).toHaveLength(3)
    expect(discard).not.toHaveBeenCalled()
  })
})

describe('a lost login', () => {
  test('stops everything, and the same account goes on from where it was', async () => {
    const queue = open()
    queue.add(files(4))
    tries[0]?.create('u1')
    tries[0]?.progress(5)
    queue.pause(2)
    queue.suspend()
    expect(states()).toEqual(['interrupted', 'paused', 'interrupted', 'interrupted'])
    const before = tries.length
    expect(tries.filter(({ signal }) => !signal.aborted)).toEqual([])
    queue.wakeAll()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tries).toHaveLength(before)
    expect(release).not.toHaveBeenCalled()
    queue.continue()
    await settled()
    expect(states()).toEqual(['sending', 'paused', 'sending', 'sending'])
    expect(tries.slice(before).map(({ name, uploadId }) => [name, uploadId])).toEqual([
      ['f1.bin', 'u1'],
      ['f3.bin', undefined],
      ['f4.bin', undefined],
    ])
  })

  test('ends with the files of the account when another one comes', () => {
    const queue = open()
    queue.add(files(2))
    queue.suspend()
    queue.reset()
    expect(items).toEqual([])
    expect(release).toHaveBeenCalledTimes(2)
    queue.add(files(1))
    expect(states()).toEqual(['sending'])
  })
})
