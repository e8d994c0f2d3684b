import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const UNREAD = {
  longApply: 0,
  longAuthentication: 0,
  longExamine: 0,
  longNotice: 2,
  longSettlement: 0,
  longSigncontract: 0,
  longAll: 2,
}

const task = (taskId: number, progress: number, state: TaskRecord['state'] = 'working') =>
  ({ taskId, progress, state }) as TaskRecord

/** Client that reads on command, with tasks set by the test. */
const start = () => {
  const written: string[] = []
  const known = new Map<number, TaskRecord>()
  const sink = { isReading: true, isEnded: false, isDestroyed: false, drain: () => {} }
  const reads = { tasks: 0, isAway: false }
  const connection = createConnection({
    userId: 1,
    log: pino({ level: 'silent' }),
    everyMs: 200,
    sink: {
      write: (text) => {
        written.push(text)
        return sink.isReading
      },
      onDrain: (listener) => (sink.drain = listener),
      end: () => void (sink.isEnded = true),
      destroy: () => void (sink.isDestroyed = true),
    },
    reader: {
      findTask: async (_userId, taskId) => {
        reads.tasks += 1
        if (reads.isAway) throw new Error('away')
        return known.get(taskId)
      },
      listActiveTasks: async () => [...known.values()].filter(({ state }) => state === 'working'),
      readUnread: async () => UNREAD,
    },
  })
  const events = () => written.filter((text) => text.startsWith('data: ')).map((text) => JSON.parse(text.slice(6)))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { connection, sink, written, known, reads, events, settle }
}

describe('a live connection', () => {
  it('greets, and sends the first change at once', async () => {
    const { connection, known, events, settle } = start()
    connection.sendReady()
    known.set(7, task(7, 10))
    connection.onChange({ kind: 'task', taskId: 7 })
    connection.onChange({ kind: 'unread' })
    await settle()
    await vi.advanceTimersByTimeAsync(200)
    expect(events()).toEqual([
      { kind: 'ready' },
      { kind: 'task', task: task(7, 10) },
      { kind: 'unread', unread: UNREAD },
    ])
  })

  it('sends the latest state of what changed often, a few times a second', async () => {
    const { connection, known, events, settle } = start()
    for (let progress = 1; progress <= 50; progress += 1) {
      known.set(7, task(7, progress))
      connection.onChange({ kind: 'task', taskId: 7 })
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(400)
    await settle()
    const sent = events().map((event) => event.task.progress)
    expect(sent[0]).toBe(1)
    expect(sent.at(-1)).toBe(50)
    expect(sent.length).toBeLessThanOrEqual(5)
  })

  it('reads nothing for a client that does not read, and catches up with the latest', async () => {
    const { connection, sink, known, reads, events } = start()
    known.set(7, task(7, 1))
    sink.isReading = false
    connection.onChange({ kind: 'task', taskId: 7 })
    await vi.advanceTimersByTimeAsync(1000)
    for (let progress = 2; progress <= 50; progress += 1) {
      known.set(7, task(7, progress))
      connection.onChange({ kind: 'task', taskId: 7 })
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(reads.tasks).toBe(1)
    sink.isReading = true
    sink.drain()
    await vi.advanceTimersByTimeAsync(200)
    expect(events().map((event) => event.task.progress)).toEqual([1, 50])
  })

  it('gives up a client that reads nothing from one beat to the next', () => {
    const { connection, sink, known } = start()
    known.set(7, task(7, 1))
    sink.isReading = false
    connection.sendHeartbeat()
    connection.sendHeartbeat()
    expect(sink.isDestroyed).toBe(false)
    connection.sendHeartbeat()
    expect(sink.isDestroyed).toBe(true)
  })

  it('keeps one that reads', () => {
    const { connection, sink, written } = start()
    for (let beats = 0; beats < 5; beats += 1) connection.sendHeartbeat()
    expect(sink.isDestroyed).toBe(false)
    expect(written).toEqual([':\n\n', ':\n\n', ':\n\n', ':\n\n', ':\n\n'])
  })

  it('tells everything that may have changed after a gap, also what has ended meanwhile', async () => {
    const { connection, known, events } = start()
    known.set(7, task(7, 1))
    connection.onChange({ kind: 'task', taskId: 7 })
    await vi.advanceTimersByTimeAsync(300)
    known.set(7, task(7, 100, 'succeeded'))
    known.set(8, task(8, 5))
    connection.onChange({ kind: 'gap' })
    await vi.advanceTimersByTimeAsync(300)
    expect(events().slice(1)).toEqual([
      { kind: 'task', task: task(8, 5) },
      { kind: 'task', task: task(7, 100, 'succeeded') },
      { kind: 'unread', unread: UNREAD },
    ])
  })

  it('asks again when nothing could be read', async () => {
    const { connection, known, reads, events } = start()
    known.set(7, task(7, 1))
    reads.isAway = true
    connection.onChange({ kind: 'task', taskId: 7 })
    await vi.advanceTimersByTimeAsync(100)
    expect(events()).toEqual([])
    reads.isAway = false
    await vi.advanceTimersByTimeAsync(1000)
    expect(events()).toContainEqual({ kind: 'task', task: task(7, 1) })
  })

  it('holds a bounded number of changes', async () => {
    const { connection, known, reads, events, sink } = start()
    for (let taskId = 1; taskId <= 300; taskId += 1) known.set(taskId, task(taskId, 1))
    sink.isReading = false
    connection.sendHeartbeat()
    for (let taskId = 1; taskId <= 300; taskId += 1) connection.onChange({ kind: 'task', taskId })
    sink.isReading = true
    sink.drain()
    await vi.advanceTimersByTimeAsync(300)
    expect(events().filter(({ kind }) => kind === 'task')).toHaveLength(300)
    expect(reads.tasks).toBeLessThanOrEqual(200)
  })

  it('says nothing after its end', async () => {
    const { connection, sink, known, written } = start()
    known.set(7, task(7, 1))
    connection.close()
    connection.onChange({ kind: 'task', taskId: 7 })
    connection.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(sink.isEnded).toBe(true)
    expect(written).toEqual([])
  })
})
