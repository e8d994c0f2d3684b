import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createConnectionPool, openRawConnection } from './raw-connection.ts'
import { formatRequest, jsonPost } from './raw-http.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))
/** Answers each connection with these bytes, then closes it. */
const serveBytes = (text: string): Promise<number> =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.end(text))))

const get = formatRequest({ method: 'GET', path: '/' })

test('keeps a connection over several answers, whatever their framing', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/chunked') {
      response.write('云')
      response.end('机')
    } else request.pipe(response)
  })
  const connection = await openRawConnection(port)
  expect((await connection.exchange(formatRequest({ method: 'GET', path: '/chunked' }))).body).toBe('云机')
  expect((await connection.exchange(formatRequest(jsonPost('/', { name: '云机' })))).body).toBe('{"name":"云机"}')
  const head = await connection.exchange(formatRequest({ method: 'HEAD', path: '/chunked' }), { isHead: true })
  expect(head).toMatchObject({ status: 200, body: '', isLast: false })
  expect(connection.isOpen).toBe(true)
  connection.close()
})

test('tells a missing answer from half of one, and both from silence', async () => {
  const failureOf = async (port: number) => {
    const connection = await openRawConnection(port)
    return connection.exchange(get, { deadlineMs: 200 }).catch((error: unknown) => error)
  }
  expect(await failureOf(await serveBytes(''))).toMatchObject({ failure: 'cut' })
  expect(await failureOf(await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))).toMatchObject({
    failure: 'half',
  })
  expect(await failureOf(await serve(() => undefined))).toMatchObject({ failure: 'late' })
  await expect(openRawConnection(1)).rejects.toMatchObject({ failure: 'refused' })
})

test('an answer that announces the end takes its connection out of the pool', async () => {
  let connections = 0
  const port = await serve((request, response) => {
    if (request.url === '/last') response.setHeader('connection', 'close')
    response.end()
  })
  servers[0]?.on('connection', () => (connections += 1))
  const pool = createConnectionPool(port)
  for (const path of ['/', '/', '/last', '/', '/']) await pool.send({ method: 'GET', path })
  expect(connections).toBe(2)
  pool.close()
})
