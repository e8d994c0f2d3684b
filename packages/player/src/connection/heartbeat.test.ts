import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const make = () => {
  const events = { ping: vi.fn<() => void>(), onBeat: vi.fn<() => void>(), onSilence: vi.fn<() => void>() }
  return { ...events, heartbeat: createHeartbeat(events) }
}

describe('the heartbeat of a link', () => {
  it('asks at once and every second', () => {
    const { heartbeat, ping, onBeat } = make()
    heartbeat.start()
    expect(ping).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(3000)
    expect(ping).toHaveBeenCalledTimes(4)
    expect(onBeat).toHaveBeenCalledTimes(3)
  })

  it('takes more than five seconds of silence for the end, and says so once', () => {
    const { heartbeat, onSilence, ping } = make()
    heartbeat.start()
    vi.advanceTimersByTime(5000)
    expect(onSilence).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(onSilence).toHaveBeenCalledOnce()
    const asked = ping.mock.calls.length
    vi.advanceTimersByTime(60_000)
    expect(onSilence).toHaveBeenCalledOnce()
    expect(ping).toHaveBeenCalledTimes(asked)
  })

  it('goes on as long as something is heard', () => {
    const { heartbeat, onSilence } = make()
    heartbeat.start()
    for (let second = 0; second < 30; second += 5) {
      vi.advanceTimersByTime(5000)
      heartbeat.noteReceived()
    }
    expect(onSilence).not.toHaveBeenCalled()
  })

  it('stops', () => {
    const { heartbeat, ping, onBeat } = make()
    heartbeat.start()
    heartbeat.stop()
    vi.advanceTimersByTime(20_000)
    expect(ping).toHaveBeenCalledOnce()
    expect(onBeat).not.toHaveBeenCalled()
  })
})
