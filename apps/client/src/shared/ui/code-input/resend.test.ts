import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTicks } from '../countdown/countdown-ticks.ts'
import { resendText, secondsToResend, sendCode, useResendTimes } from './resend.ts'

const START_MS = 1_763_193_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS })
  useResendTimes.setState({}, true)
})
afterEach(() => void vi.useRealTimers())

const endOf = (id: string) => useResendTimes.getState()[id]

/** Text of a button that is mounted now. */
const watch = (id: string) => {
  const texts: string[] = []
  const endsAtMs = endOf(id)
  const stop = startTicks(endsAtMs ?? 0, Date.now, (nowMs) =>
    texts.push(resendText(endsAtMs, endsAtMs === undefined ? 0 : secondsToResend(endsAtMs, nowMs))),
  )
  return { texts, stop }
}

const sent = () => Promise.resolve(60)

describe('sixty seconds', () => {
  test.each([
    [0, '60 秒后重发'],
    [1, '60 秒后重发'],
    [999, '60 秒后重发'],
    [1000, '59 秒后重发'],
    [13_000, '47 秒后重发'],
    [59_000, '1 秒后重发'],
    [59_999, '1 秒后重发'],
    [60_000, '重新获取'],
    [3_600_000, '重新获取'],
    [-5000, '60 秒后重发'],
  ])('after %i ms: %s', (passedMs, text) => {
    const endsAtMs = START_MS + 60_000
    expect(resendText(endsAtMs, secondsToResend(endsAtMs, START_MS + passedMs))).toBe(text)
  })

  test('are counted down one by one', async () => {
    await sendCode('login:138', sent, Date.now)
    const { texts } = watch('login:138')
    vi.advanceTimersByTime(70_000)
    expect(texts).toHaveLength(61)
    expect(texts.slice(0, 2)).toEqual(['60 秒后重发', '59 秒后重发'])
    expect(texts.slice(-2)).toEqual(['1 秒后重发', '重新获取'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('go on where they are for a page that was left and opened again', async () => {
    await sendCode('login:138', sent, Date.now)
    watch('login:138').stop()
    vi.advanceTimersByTime(20_000)
    expect(watch('login:138').texts).toEqual(['40 秒后重发'])
  })

  test('pass in a tab that the browser let sleep', async () => {
    await sendCode('login:138', sent, Date.now)
    const { texts } = watch('login:138')
    vi.setSystemTime(START_MS + 45_500)
    vi.advanceTimersByTime(1000)
    expect(texts.at(-1)).toBe('14 秒后重发')
  })
})

test('before the first code there is nothing to wait for', () => {
  expect(watch('login:138').texts).toEqual(['获取验证码'])
})

test('a code that was not sent starts no wait', async () => {
  await sendCode('login:138', () => Promise.resolve(undefined), Date.now)
  expect(endOf('login:138')).toBeUndefined()
})

test('the wait is as long as the answer says', async () => {
  await sendCode('login:138', () => Promise.resolve(23), Date.now)
  expect(watch('login:138').texts).toEqual(['23 秒后重发'])
})

test('another number, or another purpose, waits by itself', async () => {
  await sendCode('login:138', sent, Date.now)
  expect(endOf('login:138')).toBe(START_MS + 60_000)
  expect(endOf('login:139')).toBeUndefined()
  expect(endOf('password:138')).toBeUndefined()
})
