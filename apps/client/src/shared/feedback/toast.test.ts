import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, useToast } from './toast.ts'

const shown = () => useToast.getState().toast?.text

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a toast goes after two seconds', () => {
  showToast('已保存')
  vi.advanceTimersByTime(1999)
  expect(shown()).toBe('已保存')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('one at a time: the later one stays its own two seconds', () => {
  showToast('第一条')
  vi.advanceTimersByTime(1500)
  showToast('第二条', 'error')
  vi.advanceTimersByTime(1999)
  expect(shown()).toBe('第二条')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})
