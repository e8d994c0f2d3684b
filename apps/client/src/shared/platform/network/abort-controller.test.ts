import { expect, test, vi } from 'vitest'
import { AbortController } from './abort-controller.ts'

test('tells everyone who listens, once', () => {
  const controller = new AbortController()
  const { signal } = controller
  const listener = vi.fn<() => void>()
  const removed = vi.fn<() => void>()
  signal.addEventListener('abort', listener)
  signal.addEventListener('abort', removed)
  signal.removeEventListener('abort', removed)
  controller.abort('first')
  controller.abort('second')
  expect(listener).toHaveBeenCalledOnce()
  expect(removed).not.toHaveBeenCalled()
  expect(signal.reason).toBe('first')
})

test('a signal that was aborted throws its reason', () => {
  const controller = new AbortController()
  controller.signal.throwIfAborted()
  controller.abort()
  expect(() => controller.signal.throwIfAborted()).toThrow('aborted')
})
