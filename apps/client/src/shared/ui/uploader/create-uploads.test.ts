import { isFileListComplete } from '@yunji/contract/validation/input'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChosenFile } from '../../platform/files/chosen-file.ts'
import { createUploads, type Upload } from './create-uploads.ts'
import type { UploadItem } from './upload-list.ts'

interface Try {
  readonly name: string
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
  readonly finish: (result: string) => void
  readonly fail: () => void
}

let tries: Try[] = []
let items: readonly UploadItem<string>[] = []
const release = vi.fn<(file: ChosenFile) => void>()

/** An upload that goes on only when the test says so. */
const upload: Upload<string> = ({ name }, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error('offline'))
    signal.addEventListener('abort', fail)
    tries.push({ name, signal, onProgress, finish: resolve, fail })
  })

const open = () =>
  createUploads<string>({
    upload,
    release,
    show: (now) => {
      items = now
    },
  })

const files = (count: number): ChosenFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `f${index + 1}`, sizeBytes: 1, content: '' }))

const states = () => items.map(({ state }) => state)
const settled = (check: () => void) => vi.waitFor(check, { interval: 1 })

beforeEach(() => {
  tries = []
  items = []
  release.mockReset()
})

describe('files', () => {
  test('are sent three at a time, the next when one has ended', async () => {
    open().add(files(5))
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    tries[1]?.finish('key 2')
    await settled(() => expect(tries).toHaveLength(4))
    expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting'])
    tries[0]?.fail()
    await settled(() => expect(states()).toEqual(['failed', 'done', 'sending', 'sending', 'sending']))
  })

  test('pass only when every one is at 100', async () => {
    open().add(files(2))
    tries[0]?.finish('key 1')
    tries[1]?.onProgress(100)
    await settled(() => expect(items.map(({ progress }) => progress)).toEqual([100, 99]))
    expect(isFileListComplete(items)).toBe(false)
    tries[1]?.finish('key 2')
    await settled(() => expect(isFileListComplete(items)).toBe(true))
    expect(items.map(({ result }) => result)).toEqual(['key 1', 'key 2'])
  })

  test.each([
    [51, 0, 51],
    [52, 0, 52],
    [53, 1, 52],
    [60, 8, 52],
  ])('%i chosen: %i are left out, %i stay', (count, leftOut, kept) => {
    expect(open().add(files(count))).toBe(leftOut)
    expect(items).toHaveLength(kept)
    expect(release).toHaveBeenCalledTimes(leftOut)
  })

  test('find no room in a full list until one is removed', () => {
    const uploads = open()
    uploads.add(files(52))
    expect(uploads.add(files(1))).toBe(1)
    uploads.remove(1)
    expect(uploads.add(files(1))).toBe(0)
    expect(items).toHaveLength(52)
  })
})

describe('a file', () => {
  test('that is cancelled stops at once and makes room for the next', () => {
    const uploads = open()
    uploads.add(files(4))
    uploads.cancel(1)
    expect(tries[0]?.signal.aborted).toBe(true)
    expect(states()).toEqual(['cancelled', 'sending', 'sending', 'sending'])
  })

  test('that is cancelled while it waits is not sent', async () => {
    const uploads = open()
    uploads.add(files(4))
    uploads.cancel(4)
    tries[0]?.finish('key')
    await settled(() => expect(states()).toEqual(['done', 'sending', 'sending', 'cancelled']))
    expect(tries).toHaveLength(3)
  })

  test('that failed is sent again, and hears nothing of the first try', async () => {
    const uploads = open()
    uploads.add(files(1))
    uploads.cancel(1)
    uploads.retry(1)
    expect(states()).toEqual(['sending'])
    tries[0]?.onProgress(90)
    expect(items[0]?.progress).toBe(0)
    tries[1]?.onProgress(30)
    expect(items[0]?.progress).toBe(30)
    await Promise.resolve()
    expect(states()).toEqual(['sending'])
    tries[1]?.finish('key')
    await settled(() => expect(items[0]).toMatchObject({ state: 'done', result: 'key' }))
  })

  test('that is removed stops, and its picture is let go', () => {
    const uploads = open()
    uploads.add(files(1))
    uploads.remove(1)
    expect(tries[0]?.signal.aborted).toBe(true)
    expect(items).toEqual([])
    expect(release).toHaveBeenCalledOnce()
  })
})

test('leaving the page stops everything', () => {
  const uploads = open()
  uploads.add(files(5))
  uploads.abandon()
  expect(tries.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
  expect(release).toHaveBeenCalledTimes(5)
})
