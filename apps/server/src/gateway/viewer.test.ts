import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { Registry } from '@prometheus-io/client'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createStreamStats } from './stats.ts'
import { createViewer, type ViewerOptions } from './viewer.ts'

class QuietSocket extends EventEmitter {
  pings = 0
  ping(): void {
    this.pings += 1
  }
}

const view = () => {
  const socket = new QuietSocket()
  const viewer = createViewer({
    socket: socket as unknown as WebSocket,
    connection: new PassThrough(),
    grant: { userId: 1, deviceId: 1, mode: 'control' } as ViewerOptions['grant'],
    device: { isOwner: true, expiresAt: new Date(1e9) } as ViewerOptions['device'],
    sessionId: 'session',
    uploadKey: null,
    resumeTicket: 'resume',
    stats: createStreamStats(new Registry()),
    nowMs: 0,
  })
  return { socket, viewer }
}

it('counts a viewer as gone nine seconds after its last word', () => {
  const { viewer } = view()
  viewer.countMessage(1000)
  expect(viewer.tick(9_999)).toBe(true)
  expect(viewer.tick(10_000)).toBe(false)
})

it('takes the answer to a ping for a word', () => {
  const { socket, viewer } = view()
  viewer.tick(3000)
  socket.emit('pong')
  expect(socket.pings).toBe(1)
  expect(viewer.tick(11_999)).toBe(true)
})

it('does not take a late answer for an older word than the last one', () => {
  const { socket, viewer } = view()
  viewer.tick(3000)
  viewer.countMessage(5000)
  socket.emit('pong')
  expect(viewer.tick(13_999)).toBe(true)
})
