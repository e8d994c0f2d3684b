import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook } from '../testing/render-hook.ts'
import type { useWrite } from './use-write.ts'

const showError = vi.fn<(error: unknown) => void>()
const write = vi.fn<(id: number) => Promise<unknown>>()

beforeAll(() => {
  vi.resetModules()
  vi.doMock('./show-error.ts', () => ({ showError }))
})

afterAll(() => {
  vi.doUnmock('./show-error.ts')
  vi.resetModules()
})

beforeEach(() => {
  vi.clearAllMocks()
  write.mockImplementation(async () => undefined)
})

type Options = Parameters<typeof useWrite<number>>[1]

const renderWrite = async (options?: Options) => {
  const { useWrite: useTested } = await import('./use-write.ts')
  return renderHook(() => useTested(write, options))
}

describe('a write', () => {
  it('is sent once by a double tap, and again after its end', async () => {
    const page = await renderWrite()
    await page.act(() => {
      page.current().run(1)
      page.current().run(1)
    })
    expect(write).toHaveBeenCalledTimes(1)
    await page.act(() => page.current().run(1))
    expect(write).toHaveBeenCalledTimes(2)
    page.unmount()
  })

  it('that failed shows its error once, and its button works again', async () => {
    const page = await renderWrite()
    const failure = new Error('no network')
    write.mockRejectedValueOnce(failure)
    await page.act(() => page.current().run(1))
    expect(showError.mock.calls.map(([error]) => error)).toEqual([failure])
    expect(page.current()).toMatchObject({ isBusy: false, isDone: false })

    await page.act(() => page.current().run(1))
    expect(page.current()).toMatchObject({ isBusy: false, isDone: true })
    page.unmount()
  })

  it('is busy until what follows it has ended, after a failure too', async () => {
    let end = () => undefined as void
    const onSettled = vi.fn<(id: number) => unknown>(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    const page = await renderWrite({ onSettled })
    write.mockRejectedValueOnce(new Error('refused'))
    await page.act(() => page.current().run(7))
    expect(onSettled).toHaveBeenCalledWith(7)
    expect(showError).toHaveBeenCalledTimes(1)
    expect(page.current().isBusy).toBe(true)
    await page.act(end)
    expect(page.current().isBusy).toBe(false)
    page.unmount()
  })

  it('overlaps only with writes of another key', async () => {
    write.mockImplementation(() => new Promise(() => undefined))
    const page = await renderWrite({ keyOf: (id) => id })
    await page.act(() => {
      for (const id of [1, 2, 1, 2]) page.current().run(id)
    })
    expect(write.mock.calls.map(([id]) => id)).toEqual([1, 2])
    page.unmount()
  })
})

describe('a confirmation', () => {
  it('is asked once by a double tap, and the write is not busy meanwhile', async () => {
    let answer = (_isSure: boolean) => undefined as void
    const confirm = vi.fn<() => Promise<boolean>>(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const page = await renderWrite({ confirm })
    await page.act(() => {
      page.current().run(1)
      page.current().run(1)
    })
    expect(confirm).toHaveBeenCalledTimes(1)
    expect(page.current().isBusy).toBe(false)
    await page.act(() => answer(true))
    expect(write).toHaveBeenCalledTimes(1)
    page.unmount()
  })

  it('that is declined sends nothing, and can be asked again', async () => {
    const confirm = vi.fn<() => Promise<boolean>>(async () => true).mockResolvedValueOnce(false)
    const page = await renderWrite({ confirm })
    await page.act(() => page.current().run(1))
    expect(write).not.toHaveBeenCalled()
    await page.act(() => page.current().run(1))
    expect(write).toHaveBeenCalledTimes(1)
    page.unmount()
  })

  it('that fails is shown like a failed write, and can be asked again', async () => {
    const failure = new Error('terms not read')
    const confirm = vi.fn<() => Promise<boolean>>(async () => true).mockRejectedValueOnce(failure)
    const page = await renderWrite({ confirm })
    await page.act(() => page.current().run(1))
    expect(write).not.toHaveBeenCalled()
    expect(showError.mock.calls.map(([error]) => error)).toEqual([failure])
    await page.act(() => page.current().run(1))
    expect(write).toHaveBeenCalledTimes(1)
    page.unmount()
  })
})
