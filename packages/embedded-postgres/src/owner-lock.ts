import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { EmbeddedPostgresError } from './errors.ts'
import { poll } from './wait.ts'

export interface OwnerLock {
  release(): Promise<void>
}

/**
 * One process at a time owns a data folder. The lock is an abstract socket: the kernel releases it when its holder dies,
 * so it is never stale, and the holder answers with its pid.
 */
export async function acquireOwnerLock(dataDir: string, waitMs: number): Promise<OwnerLock> {
  const address = `\0yunji-postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`
  const server = await poll(waitMs, 100, () => tryListen(address))
  if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) }
  const holder = await askHolder(address)
  throw new EmbeddedPostgresError(
    `The database in ${dataDir} is in use by another running server${holder ? ` (process ${holder})` : ''}: stop that one first, or choose another data folder.`,
  )
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(String(process.pid)))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server.unref()))
  })
}

function askHolder(address: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answer))
  })
}
