import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedConnection } from './shared-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const count = () => {
  const log: string[] = []
  return { log, share: createSharedConnection({ open: () => log.push('open'), close: () => log.push('close') }) }
}

test('is opened by the first, and closed a moment after the last', () => {
  const { log, share } = count()
  const leaveFirst = share.join()
  const leaveSecond = share.join()
  leaveFirst()
  vi.advanceTimersByTime(10_000)
  expect(log).toEqual(['open'])
  leaveSecond()
  vi.advanceTimersByTime(1999)
  expect(share.isOpen()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(log).toEqual(['open', 'close'])
  expect(share.isOpen()).toBe(false)
})

test('stays for whoever comes at once after the last', () => {
  const { log, share } = count()
  share.join()()
  vi.advanceTimersByTime(1999)
  const leave = share.join()
  vi.advanceTimersByTime(10_000)
  expect(log).toEqual(['open'])
  leave()
  vi.advanceTimersByTime(2000)
  share.join()
  expect(log).toEqual(['open', 'close', 'open'])
})
