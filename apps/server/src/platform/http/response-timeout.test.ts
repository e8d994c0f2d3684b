import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { addErrorHandler } from './error-handler.ts'
import { responseTimeout } from './response-timeout.ts'

const LIMIT_MS = 20

const buildApp = () => {
  const app = Fastify()
  addErrorHandler(app, systemClock)
  const { promise, resolve } = Promise.withResolvers<object>()
  app.get('/late', { onRequest: responseTimeout(LIMIT_MS) }, () => promise)
  app.get('/soon', { onRequest: responseTimeout(LIMIT_MS) }, async () => ({ is: 'soon' }))
  return { app, resolve }
}

it('answers for what does not come, and takes no notice of it when it comes after all', async () => {
  const { app, resolve } = buildApp()
  const answer = await app.inject('/late')
  expect(answer.statusCode).toBe(503)
  resolve({ is: 'late' })
  await app.close()
})

it('leaves nothing behind once it is answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { app } = buildApp()
  expect((await app.inject('/soon')).json()).toEqual({ is: 'soon' })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  vi.useRealTimers()
  await app.close()
})

it.each([
  ['whose length is told', 'content-length: 10\r\n\r\n{"a'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n'],
])('answers 408 to a body %s that does not come, and ends its connection', async (_what, body) => {
  const { app } = buildApp()
  app.post('/body', { onRequest: responseTimeout(LIMIT_MS) }, async () => ({ is: 'read' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  socket.write(`POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${body}`)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":1080')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  await app.close()
})
