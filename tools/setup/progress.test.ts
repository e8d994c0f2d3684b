import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { step } from './progress.mjs'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const screen = (isTTY: boolean) => {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

const lasting = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))

async function show(ms: number, isTTY: boolean): Promise<string[]> {
  const output = screen(isTTY)
  const result = step('Building', lasting(ms), output)
  await vi.advanceTimersByTimeAsync(ms)
  expect(await result).toBe('done')
  return output.written
}

test('a short step says nothing', async () => {
  expect(await show(1900, false)).toEqual([])
})

test('without a terminal a long one says so every ten seconds', async () => {
  expect(await show(23_000, false)).toEqual([
    'Building …\n',
    'Building … 12 s\n',
    'Building … 22 s\n',
    'Building: 23 s\n',
  ])
})

test('on a terminal one line counts', async () => {
  const written = await show(5500, true)
  expect(written.map((text) => text.replace('\r\x1b[K', ''))).toEqual([
    'Building … 2 s',
    'Building … 3 s',
    'Building … 4 s',
    'Building … 5 s',
    'Building: 6 s\n',
  ])
})

test('a failing step passes its error on', async () => {
  await expect(step('Building', () => Promise.reject(new Error('no')), screen(false))).rejects.toThrow('no')
})
