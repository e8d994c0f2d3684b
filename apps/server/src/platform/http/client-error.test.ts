import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { openRawConnection } from '@yunji/testkit/raw-connection'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClientErrorHandler } from './client-error.ts'

const clock = createFakeClock()
let server: Server
let port: number
beforeAll(async () => {
  server = createServer((_request, response) => response.end()).on('clientError', createClientErrorHandler(clock))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const send = async (bytes: string) => {
  const wire = await openRawConnection(port)
  return wire.exchange(bytes)
}

test('bytes that are no HTTP get an envelope and a closed connection', async () => {
  const answer = await send('no http at all\r\n\r\n')
  expect(answer).toMatchObject({ status: 400, isLast: true })
  expect(JSON.parse(answer.body)).toEqual({ code: 1080, msg: '请求格式不正确', data: null, ts: clock.now().getTime() })
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('headers beyond the limit say so', async () => {
  const answer = await send(`GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer.status).toBe(431)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 1080, msg: '请求头过大' })
})

test('a connection that is gone is not written to', async () => {
  const handler = createClientErrorHandler(clock)
  const written: unknown[] = []
  const socket = {
    writable: false,
    end: (text: unknown) => written.push(text),
    destroy: () => written.push('destroyed'),
  }
  handler(new Error('parse'), socket as never)
  handler(Object.assign(new Error('reset'), { code: 'ECONNRESET' }), { ...socket, writable: true } as never)
  expect(written).toEqual(['destroyed', 'destroyed'])
})
