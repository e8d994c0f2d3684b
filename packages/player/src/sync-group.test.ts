import type { TouchAction } from '@yunji/phone-protocol/stream/from-viewer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSyncGroup, isMirrored, type MirroredInput } from './sync-group.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LEADER = 1

const touch = (action: TouchAction, x = 100, pointerId = 0): MirroredInput => ({
  kind: 'touch',
  action,
  pointerId,
  x,
  y: 200,
  pressure: 1,
})
const text = (words: string): MirroredInput => ({ kind: 'text', text: words })

/** A leader and two followers, 2 and 3. */
const start = (random: () => number = () => 0) => {
  const group = createSyncGroup({ random, nowMs: () => performance.now() })
  const received = new Map<number, MirroredInput[]>()
  const join = (id: number) => {
    received.set(id, received.get(id) ?? [])
    group.join(id, (input) => received.get(id)?.push(input))
  }
  for (const id of [LEADER, 2, 3]) join(id)
  group.setLeader(LEADER)
  return { group, join, at: (id: number) => received.get(id) ?? [] }
}

const cancelled = { ...touch('cancel'), pressure: 0 }

describe('a group of phones', () => {
  it('repeats what the leader does on all others, at the same fraction of the picture, at once', () => {
    const { group, at } = start()
    const inputs = [touch('down'), touch('move', 65_535), touch('up', 65_535), text('你好')]
    for (const input of inputs) group.repeat(LEADER, input)
    expect(at(2)).toEqual(inputs)
    expect(at(3)).toEqual(inputs)
    expect(at(LEADER)).toEqual([])
  })

  it('repeats nothing that is done on another phone', () => {
    const { group, at } = start()
    group.repeat(2, touch('down'))
    expect([...at(LEADER), ...at(2), ...at(3)]).toEqual([])
  })

  it('lifts the fingers and keys of a phone that leaves, and leaves the others alone', () => {
    const { group, at } = start()
    group.repeat(LEADER, touch('down'))
    group.repeat(LEADER, { kind: 'key', action: 'down', keyCode: 29, metaState: 0, repeat: 3 })
    group.leave(2)
    expect(at(2).slice(2)).toEqual([cancelled, { kind: 'key', action: 'up', keyCode: 29, metaState: 0, repeat: 0 }])
    group.repeat(LEADER, touch('up'))
    expect(at(2)).toHaveLength(4)
    expect(at(3).at(-1)).toEqual(touch('up'))
  })

  it('gives a phone that comes back no finger that went down before', () => {
    const { group, join, at } = start()
    group.leave(2)
    group.repeat(LEADER, touch('down'))
    join(2)
    group.repeat(LEADER, touch('move', 300))
    group.repeat(LEADER, touch('up', 300))
    expect(at(2)).toEqual([])
    group.repeat(LEADER, touch('down'))
    expect(at(2)).toEqual([touch('down')])
  })

  it.each([['vanishes', null] as const, ['changes', 3] as const])(
    'lifts everything when the leader %s',
    (_how, next) => {
      const { group, at } = start()
      group.repeat(LEADER, touch('down'))
      group.setLeader(next)
      expect(at(2).at(-1)).toEqual(cancelled)
      expect(at(3).at(-1)).toEqual(cancelled)
      group.repeat(LEADER, touch('move', 9))
      expect(at(2)).toHaveLength(2)
    },
  )

  it('lets the former leader follow the next one', () => {
    const { group, at } = start()
    group.setLeader(3)
    group.repeat(3, text('a'))
    expect(at(LEADER)).toEqual([text('a')])
    expect(at(3)).toEqual([])
  })
})

describe('a moving finger', () => {
  it('sends its followers at most one position in 30 ms, and always the last', () => {
    const { group, at } = start()
    group.repeat(LEADER, touch('down'))
    for (let x = 1; x <= 10; x += 1) {
      group.repeat(LEADER, touch('move', x))
      vi.advanceTimersByTime(10)
    }
    vi.advanceTimersByTime(1000)
    expect(at(2)).toEqual([touch('down'), ...[1, 3, 6, 9, 10].map((x) => touch('move', x))])
  })

  it('sends the position that waits before whatever comes next', () => {
    const { group, at } = start()
    for (const input of [
      touch('down'),
      touch('move', 1),
      touch('move', 2),
      text('a'),
      touch('move', 3),
      touch('up', 3),
    ])
      group.repeat(LEADER, input)
    expect(at(2).slice(2)).toEqual([touch('move', 2), text('a'), touch('move', 3), touch('up', 3)])
  })

  it('is lifted without the position that waits when the leader vanishes', () => {
    const { group, at } = start()
    for (const input of [touch('down'), touch('move', 1), touch('move', 2)]) group.repeat(LEADER, input)
    group.setLeader(null)
    vi.advanceTimersByTime(1000)
    expect(at(2).slice(2)).toEqual([{ ...touch('cancel', 1), pressure: 0 }])
  })

  it('of two fingers holds up only its own positions', () => {
    const { group, at } = start()
    for (const id of [0, 1]) group.repeat(LEADER, touch('down', 0, id))
    for (const x of [1, 2, 3]) {
      for (const id of [0, 1]) group.repeat(LEADER, touch('move', x, id))
      vi.advanceTimersByTime(30)
    }
    expect(at(2).slice(2)).toEqual([1, 2, 3].flatMap((x) => [touch('move', x, 0), touch('move', x, 1)]))
  })
})

describe('a random delay', () => {
  it('is one for a whole gesture, and another for the next', () => {
    const shares = [0.5, 0.1, 0.25, 0.75]
    const { group, at } = start(() => shares.shift() ?? 0)
    group.setMaxDelay(1000)
    group.repeat(LEADER, touch('down'))
    vi.advanceTimersByTime(50)
    group.repeat(LEADER, touch('up'))
    vi.advanceTimersByTime(99)
    expect([at(2).length, at(3).length]).toEqual([0, 1])
    vi.advanceTimersByTime(351)
    expect([at(2), at(3)]).toEqual([[touch('down')], [touch('down'), touch('up')]])
    vi.advanceTimersByTime(50)
    expect(at(2)).toEqual([touch('down'), touch('up')])
    group.repeat(LEADER, text('a'))
    vi.advanceTimersByTime(250)
    expect([at(2).at(-1), at(3).at(-1)]).toEqual([text('a'), touch('up')])
    vi.advanceTimersByTime(500)
    expect(at(3).at(-1)).toEqual(text('a'))
  })

  it('never lets what came later pass what came earlier', () => {
    const shares = [1, 1, 0, 0]
    const { group, at } = start(() => shares.shift() ?? 0)
    group.setMaxDelay(1000)
    group.repeat(LEADER, text('first'))
    group.repeat(LEADER, text('second'))
    vi.advanceTimersByTime(1000)
    expect(at(2)).toEqual([text('first'), text('second')])
  })

  it('ends with what waits for a phone that leaves', () => {
    const { group, at } = start(() => 1)
    group.setMaxDelay(1000)
    group.repeat(LEADER, touch('down'))
    vi.advanceTimersByTime(1000)
    group.repeat(LEADER, touch('move', 7))
    group.leave(2)
    vi.advanceTimersByTime(5000)
    expect(at(2)).toEqual([touch('down'), cancelled])
    expect(at(3)).toEqual([touch('down'), touch('move', 7)])
  })
})

it.each([
  [{ kind: 'ping', id: 1 }, false],
  [{ kind: 'request', request: { type: 'quality', name: 'high' } }, false],
  [{ kind: 'request', request: { type: 'startApp', packageName: 'com.a' } }, true],
  [{ kind: 'request', request: { type: 'rotate' } }, true],
  [{ kind: 'clipboard', text: 'a', isPaste: false }, true],
] as const)('%o is repeated on others: %s', (message, isRepeated) => expect(isMirrored(message)).toBe(isRepeated))
