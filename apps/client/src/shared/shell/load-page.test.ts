import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadPage, type PageModule, tryToLoad } from './load-page.ts'

const page: PageModule = { default: () => null }
const standIn: PageModule = { default: () => null }

const after = (ms: number) => () =>
  new Promise<PageModule>((resolve) => {
    setTimeout(() => resolve(page), ms)
  })
const never = () => new Promise<PageModule>(() => undefined)
const broken = () => Promise.reject<PageModule>(new Error('ChunkLoadError'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // First: it would put the fake timers back.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Whether the first timer from now on, a try's deadline, was cleared; the process has other timers too. */
const watchDeadline = () => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  const clear = vi.spyOn(globalThis, 'clearTimeout')
  return () => clear.mock.calls.some(([timer]) => timer === set.mock.results[0]?.value)
}

describe('a try', () => {
  test('gives the page, however late, before its time is up', async () => {
    const isCleared = watchDeadline()
    const attempt = tryToLoad(after(59_999))
    await vi.advanceTimersByTimeAsync(59_999)
    await expect(attempt).resolves.toBe(page)
    expect(isCleared()).toBe(true)
  })

  test('fails after sixty seconds', async () => {
    const onFailure = vi.fn<() => void>()
    tryToLoad(never).catch(onFailure)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(onFailure).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onFailure).toHaveBeenCalledOnce()
  })

  test('fails at once with its bundle, and leaves no timer behind', async () => {
    const isCleared = watchDeadline()
    await expect(tryToLoad(broken)).rejects.toThrow('ChunkLoadError')
    await vi.advanceTimersByTimeAsync(0)
    expect(isCleared()).toBe(true)
  })
})

describe('a page', () => {
  test('that comes within 200 ms is shown as it is', async () => {
    const makeStandIn = vi.fn<() => PageModule>(() => standIn)
    const loading = loadPage(after(199), makeStandIn)
    await vi.advanceTimersByTimeAsync(199)
    await expect(loading).resolves.toBe(page)
    expect(makeStandIn).not.toHaveBeenCalled()
  })

  test('that takes 200 ms has a stand-in, which is given the try that still runs', async () => {
    const firstTries: Promise<PageModule>[] = []
    const loading = loadPage(after(300), (firstTry) => {
      firstTries.push(firstTry)
      return standIn
    })
    await vi.advanceTimersByTimeAsync(200)
    await expect(loading).resolves.toBe(standIn)
    await vi.advanceTimersByTimeAsync(100)
    await expect(firstTries[0]).resolves.toBe(page)
  })

  test('that is here waits 200 ms for its data, and no longer', async () => {
    const prepared = (ms: number): PageModule => ({
      ...page,
      whenReady: new Promise((resolve) => {
        setTimeout(resolve, ms)
      }),
    })
    const states: string[] = []
    void loadPage(
      async () => prepared(100),
      () => standIn,
    ).then(() => states.push('soon'))
    void loadPage(
      async () => prepared(60_000),
      () => standIn,
    ).then(({ whenReady }) => states.push(`late ${!!whenReady}`))
    await vi.advanceTimersByTimeAsync(99)
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(states).toEqual(['soon'])
    await vi.advanceTimersByTimeAsync(100)
    expect(states).toEqual(['soon', 'late true'])
  })

  test('whose data fail is shown at once', async () => {
    const failing = { ...page, whenReady: Promise.reject(new Error('offline')) }
    await expect(
      loadPage(
        async () => failing,
        () => standIn,
      ),
    ).resolves.toBe(failing)
  })

  test('whose bundle fails has a stand-in at once', async () => {
    const loading = loadPage(broken, () => standIn)
    await expect(loading).resolves.toBe(standIn)
  })
})
