import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that is on its way when the server goes away still arrives. */
const GRACE_MS = 1000

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

/**
 * Lets a closing server end connections that have never carried a request. Browsers open some ahead, and Node takes
 * them for busy: without this, one open page holds the process for minutes.
 */
export const closeUnusedConnections = (app: FastifyInstance): void => {
  // By where they come from, since TLS puts another socket around the one that was accepted.
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
