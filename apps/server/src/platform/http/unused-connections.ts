import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time for a request in flight when the server closes. */
const GRACE_MS = 1000

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/**
 * Lets a closing server end connections that have never carried a request. Browsers preconnect, and Node counts those
 * as busy: without this, one open page holds the process for minutes.
 */
export const closeUnusedConnections = (app: FastifyInstance): void => {
  // Keyed by remote address and port, since TLS wraps the accepted socket in another one.
  const unused = new Map<string, Socket>()
  app.server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    unused.set(key, socket)
    socket.once('close', () => unused.delete(key))
  })
  const markUsed = ({ socket }: { readonly socket: Socket }) => unused.delete(keyOf(socket))
  app.server.on('request', markUsed)
  app.server.on('upgrade', markUsed)
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      for (const socket of unused.values()) socket.destroy()
    }, GRACE_MS)
    done()
  })
}
