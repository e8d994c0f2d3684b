import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

/** Sends everything back. */
const echo = net.createServer((socket) => socket.on('error', () => {}).pipe(socket))
let proxy: FaultProxy
const open = new Set<net.Socket>()

beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
})
afterAll(() => void echo.close())
beforeEach(async () => {
  proxy = await startFaultProxy({ host: '127.0.0.1', port: (echo.address() as net.AddressInfo).port })
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await proxy.close()
})

const connect = async () => {
  const socket = net.connect(proxy.port, '127.0.0.1')
  open.add(socket)
  let received = ''
  let error = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', ({ message }) => (error = message))
  await once(socket, 'connect')
  return { socket, received: () => received, error: () => error }
}

/** A byte that has been there and back on another connection was sent later, so the silence before it is real. */
const askOnAnother = async () => {
  const other = await connect()
  other.socket.write('?')
  await eventually(() => expect(other.received()).toBe('?'))
}

test('passes everything both ways, and the end', async () => {
  const { socket, received } = await connect()
  socket.write('hello')
  await eventually(() => expect(received()).toBe('hello'))
  expect(proxy.passedBytes).toBe(10)
  socket.end()
  await once(socket, 'close')
  await eventually(() => expect(proxy.openCount).toBe(0))
})

test('half-open: what is said meanwhile is gone for good, and a new connection works again', async () => {
  const { socket, received } = await connect()
  proxy.setFault({ kind: 'halfOpen' })
  socket.write('lost')
  const late = await connect()
  late.socket.write('lost too')
  proxy.heal()
  socket.write('still lost')
  await askOnAnother()
  expect(received() + late.received()).toBe('')
  expect(socket.destroyed).toBe(false)
})

test('reset cuts what is there and what comes', async () => {
  const { socket, error } = await connect()
  proxy.setFault({ kind: 'reset' })
  await eventually(() => expect(socket.destroyed).toBe(true))
  expect(error()).toContain('ECONNRESET')
  const refused = net.connect(proxy.port, '127.0.0.1').on('error', () => {})
  await eventually(() => expect(refused.destroyed).toBe(true))
  proxy.heal()
  await askOnAnother()
})

test('delay keeps the order', async () => {
  const { socket, received } = await connect()
  proxy.setFault({ kind: 'delay', delayMs: 30 })
  for (const letter of 'abcdef') socket.write(letter)
  await eventually(() => expect(received()).toBe('abcdef'))
})

test('stops after exactly so many bytes', async () => {
  const { socket, received } = await connect()
  proxy.setFault({ kind: 'stopAfter', sizeBytes: 8 })
  socket.write('hello')
  await eventually(() => expect(received()).toBe('hel'))
  proxy.heal()
  await askOnAnother()
  expect(received()).toBe('hel')
})
