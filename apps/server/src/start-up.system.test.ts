import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createMigratedDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { startSystem } from '@yunji/testkit/system'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Each second one of the first connections is reset, so that every part of a start meets a refusal. */
const HURT_CONNECTIONS = 10

let database: TestDatabase
beforeAll(async () => {
  database = await createMigratedDatabase()
})
afterAll(() => database.drop())

const startReluctantPort = async (target: URL) => {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    client.on('error', () => undefined)
    count += 1
    if (count < HURT_CONNECTIONS && count % 2 === 1) return void client.resetAndDestroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const urlOn = (change: (url: URL) => void): string => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

const failureOf = async (env: Record<string, string>): Promise<string> => {
  const started = await startSystem({ env }).catch((error: Error) => error)
  if (started instanceof Error) return started.message
  await started.stop()
  throw new Error('the server has started')
}

it('a start waits for a database that refuses it, and says so in one line', async () => {
  const port = await startReluctantPort(new URL(database.url))
  try {
    const server = await startSystem({ env: { DATABASE_URL: urlOn((url) => (url.port = `${port.port}`)) } })
    expect(server.output().match(/^Waiting up to 120 s for the database: .+$/gm)).toHaveLength(1)
    await eventually(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200))
    await server.stop()
  } finally {
    port.close()
  }
})

it('a start ends when its database has not come in time, and says why', async () => {
  const unused = createServer().listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const { port } = unused.address() as AddressInfo
  await new Promise((resolve) => unused.close(resolve))
  const DATABASE_URL = urlOn((url) => (url.port = `${port}`))
  const said = await failureOf({ DATABASE_URL, YUNJI_DATABASE_WAIT_SECONDS: '1' })
  expect(said).toContain('Waiting up to 1 s for the database: ')
  expect(said).toContain('Yunji cannot start: the database has not answered for 1 s: connect ECONNREFUSED')
  expect(said).toContain('(exit code 1)')
})

it.each([
  ['a missing database', (url: URL) => void (url.pathname = '/missing'), 'database "missing" does not exist'],
  ['a wrong password', (url: URL) => void (url.password = 'wrong'), 'password authentication failed'],
])('%s ends a start at once', async (_what, change, reason) => {
  const said = await failureOf({ DATABASE_URL: urlOn(change) })
  expect(said).toContain(`Yunji cannot start: ${reason}`)
  expect(said).not.toContain('Waiting')
})
