import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isLocalAddress } from '../local-address.ts'

/** Closes connections from other networks before reading from them. */
export const refuseForeignPeers = (app: FastifyInstance): void => {
  app.server.prependListener('connection', (socket: Socket) => {
    if (!isLocalAddress(socket.remoteAddress ?? '')) socket.destroy()
  })
}

/**
 * Warns once of a forwarded address from a peer missing in TRUSTED_PROXIES. The peer's address is logged only within
 * the own network, as a balancer's is: anybody can send the header.
 */
export const warnOfUnknownProxies = (app: FastifyInstance): void => {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1) {
      hasWarned = true
      const peer = request.socket.remoteAddress ?? ''
      request.log.warn(
        isLocalAddress(peer) ? { peer } : {},
        'X-Forwarded-For ignored: peer not in TRUSTED_PROXIES; rate limits count all clients of a proxy as one address',
      )
    }
    done()
  })
}
