import type { LiveEvent } from '@yunji/contract/messages/live'
import { noUnread } from '@yunji/contract/messages/rules'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamListener } from '../platform/network/event-stream.h5.ts'
import { createLive, waitMs } from './create-live.ts'

const READY = 'data: {"kind":"ready"}\n\n'
const unread: LiveEvent = { kind: 'unread', unread: { ...noUnread, longNotice: 1, longAll: 1 } }

/** A server that a test speaks for. */
const createServer = () => {
  const streams: (StreamListener & { isClosed: boolean })[] = []
  return {
    streams,
    open: (listener: StreamListener) => {
      const stream = { ...listener, isClosed: false }
      streams.push(stream)
      return () => {
        stream.isClosed = true
      }
    },
    say: (text: string, which = streams.length - 1) => streams[which]?.onBytes(new TextEncoder().encode(text)),
    hangUp: () => streams.at(-1)?.onEnd(),
  }
}

const listen = (server = createServer()) => {
  const events: LiveEvent[] = []
  const connected: boolean[] = []
  const live = createLive({
    open: server.open,
    onEvent: (event) => events.push(event),
    onChange: (isConnected) => connected.push(isConnected),
    random: () => 1,
  })
  live.start()
  return { server, live, events, connected }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('tells what the server tells, as soon as it is ready', () => {
  const { server, live, events, connected } = listen()
  expect(connected).toEqual([])
  server.say(`${READY}data: ${JSON.stringify(unread)}\n\n`)
  expect(events).toEqual([{ kind: 'ready' }, unread])
  expect(connected).toEqual([true])
  live.stop()
  expect(connected).toEqual([true, false])
  expect(server.streams[0]?.isClosed).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('passes over what it does not know, and hears what follows', () => {
  const { server, live, events } = listen()
  server.say(`data: {"kind":"weather"}\n\ndata: {\n\ndata: 7\n\n${READY}`)
  expect(events).toEqual([{ kind: 'ready' }])
  live.stop()
})

test('connects again after a break, later each time, and soon again once it stood', () => {
  const { server, live, connected } = listen()
  server.hangUp()
  expect(connected).toEqual([false])
  vi.advanceTimersByTime(999)
  expect(server.streams).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(server.streams).toHaveLength(2)
  server.hangUp()
  vi.advanceTimersByTime(1999)
  expect(server.streams).toHaveLength(2)
  vi.advanceTimersByTime(1)
  server.say(READY)
  server.hangUp()
  vi.advanceTimersByTime(1000)
  expect(server.streams).toHaveLength(4)
  live.stop()
})

test('gives up a connection that says nothing, and is content with a heartbeat', () => {
  const { server, live } = listen()
  server.say(READY)
  vi.advanceTimersByTime(39_999)
  server.say(': still here\n\n')
  vi.advanceTimersByTime(39_999)
  expect(server.streams[0]?.isClosed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(server.streams[0]?.isClosed).toBe(true)
  live.stop()
})

test('hears nothing more of a connection that it has left', () => {
  const { server, live, events } = listen()
  live.stop()
  server.say(READY, 0)
  server.streams[0]?.onEnd()
  expect(events).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(server.streams).toHaveLength(1)
})

test('stops while it waits for its next try', () => {
  const { server, live } = listen()
  server.hangUp()
  live.stop()
  vi.advanceTimersByTime(60_000)
  expect(server.streams).toHaveLength(1)
})

test('a connection that ends while it is being opened is tried again', () => {
  const server = createServer()
  let attempts = 0
  const { live } = listen({
    ...server,
    open: (listener) => {
      attempts += 1
      listener.onEnd()
      return () => undefined
    },
  })
  vi.advanceTimersByTime(1000)
  expect(attempts).toBe(2)
  live.stop()
})

test('a platform without streams is asked once', () => {
  const open = vi.fn<() => undefined>(() => undefined)
  const connected: boolean[] = []
  createLive({
    open,
    onEvent: () => undefined,
    onChange: (isConnected) => connected.push(isConnected),
    random: () => 1,
  }).start()
  vi.advanceTimersByTime(120_000)
  expect(open).toHaveBeenCalledOnce()
  expect(connected).toEqual([false])
})

test.each([
  [1, 0, 500],
  [1, 1, 1000],
  [3, 1, 4000],
  [6, 1, 30_000],
  [60, 0, 15_000],
])('after %i failures and a chance of %d: %i ms', (failures, random, ms) => {
  expect(waitMs(failures, random)).toBe(ms)
})
