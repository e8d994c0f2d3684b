import { openRawConnection, type RawConnection } from './raw-connection.ts'
import { formatRequest, type RawRequest } from './raw-request.ts'
import type { RawResponse } from './raw-response.ts'

/** Keeps connections to one server open between exchanges, as balancers and browsers do. */
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
