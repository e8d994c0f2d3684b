import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeUnusedConnections } from './unused-connections.ts'

const REQUEST = 'GET /slow HTTP/1.1\r\nhost: here\r\n\r\n'

let app: ReturnType<typeof Fastify>
let letAnswer: () => void
let isAsked: Promise<void>

beforeEach(async () => {
  app = Fastify({ forceCloseConnections: 'idle' })
  closeUnusedConnections(app)
  const answered = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  letAnswer = answered.resolve
  isAsked = asked.promise
  app.get('/slow', async () => {
    asked.resolve()
    await answered.promise
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const open = async () => {
  const accepted = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), accepted])
  return socket
}

// Node alone keeps it for more than a minute, longer than a test may take.
it('ends a connection that a browser has only opened ahead', async () => {
  const socket = await open()
  await Promise.all([once(socket, 'close'), app.close()])
  expect(socket.destroyed).toBe(true)
})

it('lets a request that runs be answered', async () => {
  const socket = await open()
  socket.write(REQUEST)
  await isAsked
  const ahead = await open()
  const isClosed = app.close()
  // The other one is closed, so the grace period is over.
  await once(ahead, 'close')
  const [answer] = await Promise.all([once(socket, 'data'), letAnswer()])
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*done$/)
  socket.destroy()
  await isClosed
})
