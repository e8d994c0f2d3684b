import { connect, type Socket } from 'node:net'
import { formatRequest, parseResponse, type RawRequest, type RawResponse } from './raw-http.ts'

/**
 * HTTP/1.1 over one socket, byte for byte as given: malformed requests can be sent, exact responses seen, and the client
 * is cheap enough to load a server.
 */
export interface RawConnection {
  readonly isOpen: boolean
  exchange(request: string | Buffer, options?: ExchangeOptions): Promise<RawResponse>
  close(): void
}

interface ExchangeOptions {
  readonly deadlineMs?: number
  /** A response to HEAD has no body whatever its headers say. */
  readonly isHead?: boolean
}

/** `refused`: no connection. `cut`: ended before a byte came back. `half`: ended inside an answer. `late`: no whole answer. */
export type ConnectionFailure = 'refused' | 'cut' | 'half' | 'late'

export class RawConnectionError extends Error {
  override readonly name = 'WireError'
  readonly failure: ConnectionFailure

  constructor(failure: ConnectionFailure, options?: ErrorOptions) {
    super(`connection ${failure}`, options)
    this.failure = failure
  }
}

const DEADLINE_MS = 10_000

interface Pending {
  readonly isHead: boolean
  resolve(answer: RawResponse): void
  reject(error: Error): void
}

export const openRawConnection = async (port: number): Promise<RawConnection> => {
  const socket = await connected(port)
  let received = Buffer.alloc(0)
  let pending: Pending | undefined
  let isOpen = true

  const settle = (finish: (pending: Pending) => void): void => {
    const current = pending
    pending = undefined
    if (current) finish(current)
  }
  const end = (error?: Error): void => {
    isOpen = false
    settle(({ reject }) => reject(new RawConnectionError(received.length > 0 ? 'half' : 'cut', { cause: error })))
  }
  const takeAnswer = (): void => {
    if (!pending) return
    try {
      const read = parseResponse(received, pending.isHead)
      if (!read) return
      received = Buffer.from(read.rest)
      if (read.answer.isLast) isOpen = false
      settle(({ resolve }) => resolve(read.answer))
    } catch (error) {
      settle(({ reject }) => reject(error as Error))
    }
  }
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    takeAnswer()
  })
  socket.on('error', end)
  socket.on('close', () => end())

  return {
    get isOpen() {
      return isOpen
    },
    exchange(request, { deadlineMs = DEADLINE_MS, isHead = false } = {}) {
      if (pending) throw new Error('one exchange at a time')
      return new Promise<RawResponse>((resolve, reject) => {
        const deadline = setTimeout(() => {
          isOpen = false
          settle(({ reject: fail }) => fail(new RawConnectionError('late')))
          socket.destroy()
        }, deadlineMs)
        pending = {
          isHead,
          resolve: (answer) => {
            clearTimeout(deadline)
            resolve(answer)
          },
          reject: (error) => {
            clearTimeout(deadline)
            reject(error)
          },
        }
        if (isOpen) socket.write(request)
        else end()
      })
    },
    close: () => {
      isOpen = false
      socket.destroy()
    },
  }
}

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const refuse = (error: Error): void => reject(new RawConnectionError('refused', { cause: error }))
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.off('error', refuse)
      resolve(socket)
    })
  })

/** Reuses connections to one server, as balancers and browsers do. */
export interface RawConnectionPool {
  send(request: RawRequest, deadlineMs?: number): Promise<RawResponse>
  close(): void
}

export const createConnectionPool = (port: number): RawConnectionPool => {
  const idle: RawConnection[] = []
  const all = new Set<RawConnection>()

  const take = async (): Promise<RawConnection> => {
    for (let connection = idle.pop(); connection; connection = idle.pop()) if (connection.isOpen) return connection
    const opened = await openRawConnection(port)
    all.add(opened)
    return opened
  }
  return {
    async send(request, deadlineMs) {
      const connection = await take()
      try {
        const isHead = request.method === 'HEAD'
        return await connection.exchange(formatRequest(request), { isHead, ...(deadlineMs && { deadlineMs }) })
      } finally {
        if (connection.isOpen) idle.push(connection)
        else {
          all.delete(connection)
          connection.close()
        }
      }
    },
    close: () => {
      for (const connection of all) connection.close()
    },
  }
}
