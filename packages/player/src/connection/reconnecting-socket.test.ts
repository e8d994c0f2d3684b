import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLink, type LinkOptions, Refusal } from './reconnecting-socket.ts'
import type { Door, SocketEvents } from './web-socket.ts'

const HELLO = new Uint8Array([5])
const door: Door = { url: '/stream', ticket: 'first' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const make = (changes: Partial<LinkOptions> = {}) => {
  const opened: { ticket: string; events: SocketEvents; isClosed: boolean }[] = []
  let renewals = 0
  const options = {
    door,
    renewDoor: async () => ({ url: '/stream', ticket: `renewed ${(renewals += 1)}` }),
    random: () => 0,
    ...changes,
    onMessage: vi.fn<LinkOptions['onMessage']>(),
    onLost: vi.fn<LinkOptions['onLost']>(),
    onRefused: vi.fn<LinkOptions['onRefused']>(),
    onGivenUp: vi.fn<LinkOptions['onGivenUp']>(),
  }
  const link = createLink({
    ...options,
    openSocket: ({ ticket }, events) => {
      const entry = { ticket, events, isClosed: false }
      opened.push(entry)
      return { send: () => undefined, waitingBytes: () => 0, close: () => (entry.isClosed = true) }
    },
  })
  const last = () => {
    const entry = opened.at(-1)
    if (!entry) throw new Error('no socket was opened')
    return entry
  }
  const stand = () => last().events.onMessage(HELLO)
  const tickets = () => opened.map(({ ticket }) => ticket)
  return { link, opened, last, stand, tickets, options, settle: () => vi.advanceTimersByTimeAsync(0) }
}

describe('opening', () => {
  it('uses the door that it was given', async () => {
    const { link, tickets, options, stand, settle } = make()
    link.open()
    await settle()
    stand()
    expect(tickets()).toEqual(['first'])
    expect(options.onMessage).toHaveBeenCalledWith(HELLO)
  })

  it('asks for a door when it has none', async () => {
    const { link, tickets, settle } = make({ door: undefined })
    link.open()
    await settle()
    expect(tickets()).toEqual(['renewed 1'])
  })

  it('tells why it was refused, and does not try again', async () => {
    const { link, opened, options } = make({
      door: undefined,
      renewDoor: () => Promise.reject(new Refusal('设备已到期')),
    })
    link.open()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(options.onRefused).toHaveBeenCalledExactlyOnceWith('设备已到期')
    expect(opened).toEqual([])
    expect(options.onGivenUp).not.toHaveBeenCalled()
  })

  it('tries again when the question for a door was not answered', async () => {
    const renewDoor = vi.fn<() => Promise<Door>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(door)
    const { link, tickets } = make({ door: undefined, renewDoor })
    link.open()
    await vi.advanceTimersByTimeAsync(600)
    expect(tickets()).toEqual(['first'])
  })

  it('gives a door that does not answer ten seconds', async () => {
    const { link, opened, tickets } = make()
    link.open()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(tickets()).toEqual(['first', 'renewed 1'])
    expect(opened[0]?.isClosed).toBe(true)
  })
})

describe('a stream that is lost', () => {
  const lost = async () => {
    const all = make()
    all.link.open()
    await all.settle()
    all.stand()
    all.link.setResumeTicket('resume 1')
    all.last().events.onClose()
    await all.settle()
    return all
  }

  it('comes back at once with its own ticket', async () => {
    const { tickets, options } = await lost()
    expect(options.onLost).toHaveBeenCalledOnce()
    expect(tickets()).toEqual(['first', 'resume 1'])
  })

  it('asks for a new door when its own ticket does not open, and waits longer each time', async () => {
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
    const { link, tickets, stand, last, settle } = await lost()
    stand()
    link.setResumeTicket('resume 2')
    last().events.onClose()
    await settle()
    expect(tickets().at(-1)).toBe('resume 2')
  })

  it('is given up after a minute, and can be opened again by hand', async () => {
    const { link, options, opened, last } = await lost()
    for (let second = 0; second < 60; second += 1) {
      last().events.onClose()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(options.onGivenUp).toHaveBeenCalledOnce()
    const before = opened.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened).toHaveLength(before)
    link.open()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(before + 1)
  })

  it('tries at once when there is reason to', async () => {
    const { link, tickets, last, settle } = await lost()
    last().events.onClose()
    link.hurry()
    await settle()
    expect(tickets().at(-1)).toBe('renewed 1')
  })

  it('does not hurry past a socket that is being opened, nor when it stands', async () => {
    const { link, tickets, stand } = await lost()
    link.hurry()
    expect(tickets()).toHaveLength(2)
    stand()
    link.hurry()
    expect(tickets()).toHaveLength(2)
  })

  it('is broken off by hand when nothing comes through it', async () => {
    const { link, stand, last, tickets, settle, options } = await lost()
    stand()
    const old = last()
    link.breakOff()
    await settle()
    expect(old.isClosed).toBe(true)
    expect(options.onLost).toHaveBeenCalledTimes(2)
    expect(tickets()).toHaveLength(3)
  })

  it('hears nothing from the socket before', async () => {
    const { link, opened, stand, options, settle } = await lost()
    stand()
    options.onMessage.mockClear()
    opened[0]?.events.onMessage(HELLO)
    opened[0]?.events.onClose()
    await settle()
    expect(options.onMessage).not.toHaveBeenCalled()
    expect(options.onLost).toHaveBeenCalledOnce()
    link.close()
  })
})

describe('without a login', () => {
  it('only the stream’s own tickets lead back', async () => {
    const { link, tickets, stand, last, settle } = make({ renewDoor: undefined })
    link.open()
    await settle()
    stand()
    link.setResumeTicket('resume 1')
    last().events.onClose()
    await settle()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(500)
    expect(tickets()).toEqual(['first', 'resume 1', 'resume 1'])
  })

  it('a first ticket that does not open is the end', async () => {
    const { link, last, settle, options } = make({ renewDoor: undefined })
    link.open()
    await settle()
    last().events.onClose()
    await vi.advanceTimersByTimeAsync(500)
    expect(options.onRefused).toHaveBeenCalledExactlyOnceWith('画面凭证已失效，请返回后重新进入')
  })
})

it('closed by hand, nothing is tried any more', async () => {
  const { link, opened, last, settle, options } = make()
  link.open()
  await settle()
  const { events } = last()
  link.close()
  events.onClose()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened).toHaveLength(1)
  expect(last().isClosed).toBe(true)
  expect(options.onGivenUp).not.toHaveBeenCalled()
  expect(options.onLost).not.toHaveBeenCalled()
})
