import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  backoffMs,
  createReconnectingSocket,
  type ReconnectingSocketOptions,
  StreamRefusedError,
} from './reconnecting-socket.ts'
import type { SocketEvents, StreamEndpoint } from './web-socket.ts'

const HELLO = new Uint8Array([5])
const endpoint: StreamEndpoint = { url: '/stream', ticket: 'first' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const make = (changes: Partial<ReconnectingSocketOptions> = {}) => {
  const opened: { ticket: string; events: SocketEvents; isClosed: boolean }[] = []
  let renewals = 0
  const options = {
    endpoint,
    renewEndpoint: async () => ({ url: '/stream', ticket: `renewed ${(renewals += 1)}` }),
    random: () => 0,
    ...changes,
    onMessage: vi.fn<ReconnectingSocketOptions['onMessage']>(),
    onLost: vi.fn<ReconnectingSocketOptions['onLost']>(),
    onRefused: vi.fn<ReconnectingSocketOptions['onRefused']>(),
    onGivenUp: vi.fn<ReconnectingSocketOptions['onGivenUp']>(),
  }
  const socket = createReconnectingSocket({
    ...options,
    openSocket: ({ ticket }, events) => {
      const entry = { ticket, events, isClosed: false }
      opened.push(entry)
      return { send: () => undefined, bufferedBytes: () => 0, close: () => (entry.isClosed = true) }
    },
  })
  const last = () => {
    const entry = opened.at(-1)
    if (!entry) throw new Error('no socket was opened')
    return entry
  }
  const stand = () => last().events.onMessage(HELLO)
  const tickets = () => opened.map(({ ticket }) => ticket)
  return { socket, opened, last, stand, tickets, options, settle: () => vi.advanceTimersByTimeAsync(0) }
}

describe('opening', () => {
  it('uses the endpoint that it was given', async () => {
    const { socket, tickets, options, stand, settle } = make()
    socket.open()
    await settle()
    stand()
    expect(tickets()).toEqual(['first'])
    expect(options.onMessage).toHaveBeenCalledWith(HELLO)
  })

  it('asks for an endpoint when it has none', async () => {
    const { socket, tickets, settle } = make({ endpoint: undefined })
    socket.open()
    await settle()
    expect(tickets()).toEqual(['renewed 1'])
  })

  it('tells why it was refused, and does not try again', async () => {
    const { socket, opened, options } = make({
      endpoint: undefined,
      renewEndpoint: () => Promise.reject(new StreamRefusedError('设备已到期')),
    })
    socket.open()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(options.onRefused).toHaveBeenCalledExactlyOnceWith('设备已到期')
    expect(opened).toEqual([])
    expect(options.onGivenUp).not.toHaveBeenCalled()
  })

  it('tries again when the question for an endpoint was not answered', async () => {
    const renewEndpoint = vi
      .fn<() => Promise<StreamEndpoint>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(endpoint)
    const { socket, tickets } = make({ endpoint: undefined, renewEndpoint })
    socket.open()
    await vi.advanceTimersByTimeAsync(600)
    expect(tickets()).toEqual(['first'])
  })

  it('gives an endpoint that does not answer ten seconds', async () => {
    const { socket, opened, tickets } = make()
    socket.open()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tickets()).toEqual(['first', 'renewed 1'])
    expect(opened[0]?.isClosed).toBe(true)
  })
})

describe('a stream that is lost', () => {
  const lost = async () => {
    const all = make()
    all.socket.open()
    await all.settle()
    all.stand()
    all.socket.setResumeTicket('resume 1')
    all.last().events.onClose()
    await all.settle()
    return all
  }

  it('comes back at once with its own ticket', async () => {
    const { tickets, options } = await lost()
    expect(options.onLost).toHaveBeenCalledOnce()
    expect(tickets()).toEqual(['first', 'resume 1'])
  })

  it('asks for a new endpoint when its own ticket does not open, and waits longer each time', async () => {
    const { tickets, last } = await lost()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(499)
    expect(tickets()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(tickets().at(-1)).toBe('renewed 1')
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(999)
    expect(tickets()).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(tickets().at(-1)).toBe('renewed 2')
  })

  it('is told once, not with every try', async () => {
    const { options, last } = await lost()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(500)
    last().events.onClose()
    expect(options.onLost).toHaveBeenCalledOnce()
  })

  it('starts over at once when it is lost again later', async () => {
    const { socket, tickets, stand, last, settle } = await lost()
    stand()
    socket.setResumeTicket('resume 2')
    last().events.onClose()
    await settle()
    expect(tickets().at(-1)).toBe('resume 2')
  })

  it('is given up after a minute, and can be opened again by hand', async () => {
    const { socket, options, opened, last } = await lost()
    for (let second = 0; second < 60; second += 1) {
      last().events.onClose()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(options.onGivenUp).toHaveBeenCalledOnce()
    const before = opened.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened).toHaveLength(before)
    socket.open()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(before + 1)
  })

  it('tries at once when there is reason to', async () => {
    const { socket, tickets, last, settle } = await lost()
    last().events.onClose()
    socket.retryNow()
    await settle()
    expect(tickets().at(-1)).toBe('renewed 1')
  })

  it('does not hurry past a socket that is being opened, nor when it stands', async () => {
    const { socket, tickets, stand } = await lost()
    socket.retryNow()
    expect(tickets()).toHaveLength(2)
    stand()
    socket.retryNow()
    expect(tickets()).toHaveLength(2)
  })

  it('is broken off by hand when nothing comes through it', async () => {
    const { socket, stand, last, tickets, settle, options } = await lost()
    stand()
    const old = last()
    socket.reconnect()
    await settle()
    expect(old.isClosed).toBe(true)
    expect(options.onLost).toHaveBeenCalledTimes(2)
    expect(tickets()).toHaveLength(3)
  })

  it('hears nothing from the socket before', async () => {
    const { socket, opened, stand, options, settle } = await lost()
    stand()
    options.onMessage.mockClear()
    opened[0]?.events.onMessage(HELLO)
    opened[0]?.events.onClose()
    await settle()
    expect(options.onMessage).not.toHaveBeenCalled()
    expect(options.onLost).toHaveBeenCalledOnce()
    socket.close()
  })
})

describe('without a login', () => {
  it('only the stream’s own tickets lead back', async () => {
    const { socket, tickets, stand, last, settle } = make({ renewEndpoint: undefined })
    socket.open()
    await settle()
    stand()
    socket.setResumeTicket('resume 1')
    last().events.onClose()
    await settle()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(500)
    expect(tickets()).toEqual(['first', 'resume 1', 'resume 1'])
  })

  it('a first ticket that does not open is the end', async () => {
    const { socket, last, settle, options } = make({ renewEndpoint: undefined })
    socket.open()
    await settle()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(500)
    expect(options.onRefused).toHaveBeenCalledExactlyOnceWith('画面凭证已失效，请返回后重新进入')
  })
})

it('closed by hand, nothing is tried any more', async () => {
  const { socket, opened, last, settle, options } = make()
  socket.open()
  await settle()
  const { events } = last()
  socket.close()
  events.onClose()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)
  expect(last().isClosed).toBe(true)
  expect(options.onGivenUp).not.toHaveBeenCalled()
  expect(options.onLost).not.toHaveBeenCalled()
})

describe('the wait before a try', () => {
  it.each([
    [0, 0, 0],
    [1, 250, 500],
    [2, 500, 1000],
    [3, 1000, 2000],
    [5, 4000, 8000],
    [6, 4000, 8000],
    [60, 4000, 8000],
  ])('after %d failures lies from %d to %d ms', (failures, least, most) => {
    expect(backoffMs(failures, () => 0)).toBe(most)
    expect(backoffMs(failures, () => 1)).toBe(least)
  })
})
