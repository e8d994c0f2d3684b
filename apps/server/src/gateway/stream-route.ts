import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { QUALITY_PARAM, STREAM_PROTOCOL, TICKET_PROTOCOL_PREFIX } from '@yunji/contract/devices/device/stream'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { MAX_FROM_VIEWER_BYTES } from '@yunji/phone-protocol/stream/from-viewer'
import { isQualityName, type QualityName } from '@yunji/phone-protocol/stream/quality'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { AppError } from '../platform/errors.ts'
import { isOwnOrigin } from '../platform/http/security.ts'
import type { Gateway } from './gateway.ts'

interface StreamRouteOptions {
  readonly gateway: Gateway
  readonly publicOrigins: readonly string[]
}

interface Upgrade {
  readonly connection: Duplex
  readonly head: Buffer
}

/**
 * WebSocket of a screen. The upgrade request passes the router, so that limits, logs and error responses are the same;
 * the socket opens only after its ticket is consumed.
 */
export const addStreamRoute = (app: FastifyInstance, { gateway, publicOrigins }: StreamRouteOptions): void => {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const allowed = new Set(publicOrigins)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FROM_VIEWER_BYTES,
    handleProtocols: (protocols) => protocols.has(STREAM_PROTOCOL) && STREAM_PROTOCOL,
  })

  app.server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy())
    upgrades.set(request, { connection, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(connection as IncomingMessage['socket'])
    // Refused over HTTP: the connection carries no further request.
    response.on('finish', () => connection.end())
    app.routing(request, response)
  })

  app.get(sideRoutes.stream.path, async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw new AppError('UPGRADE_REQUIRED')
    if (gateway.isClosing) throw new AppError('UNAVAILABLE')
    if (!isOwnOrigin(request, allowed)) throw new AppError('FOREIGN_ORIGIN')
    const ticket = ticketOf(request.headers['sec-websocket-protocol'])
    const opened = ticket === undefined ? null : await gateway.admit(ticket)
    if (!opened) throw new AppError('TICKET_INVALID')
    reply.hijack()
    const { connection, head } = upgrade
    let isOpen = false
    sockets.handleUpgrade(request.raw, connection, head, (socket) => {
      isOpen = true
      gateway.open(socket, connection, opened, qualityOf(request.query))
    })
    if (!isOpen) gateway.releaseTicket(opened)
    return reply
  })
}

/** Quality that the first picture has; another one would start the encoder twice. */
const qualityOf = (query: unknown): QualityName | undefined => {
  const { [QUALITY_PARAM]: name } = query as Record<string, unknown>
  return isQualityName(name) ? name : undefined
}

const ticketOf = (protocols: string | undefined): string | undefined => {
  const names = protocols?.split(',').map((name) => name.trim()) ?? []
  if (!names.includes(STREAM_PROTOCOL)) return undefined
  return names.find((name) => name.startsWith(TICKET_PROTOCOL_PREFIX))?.slice(TICKET_PROTOCOL_PREFIX.length)
}
