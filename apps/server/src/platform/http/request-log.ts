import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { header } from '@yunji/contract/wire/request'
import type { FastifyInstance } from 'fastify'
import type { CallMetrics } from '../metrics.ts'

const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** Keeps a balancer's id, so that both logs can be joined; replaces a malformed one. */
export const requestIdOf = (request: Pick<IncomingMessage, 'headers'>): string => {
  const given = request.headers[header.requestId]
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID()
}

/**
 * One line per answered call with the route's pattern, never its URL, query, headers or body, so that no token, phone
 * number or code reaches the log.
 */
export const addRequestLog = (app: FastifyInstance, metrics: CallMetrics): void => {
  app.decorateRequest('caller', null)
  app.decorateRequest('envelopeCode', ErrorCode.OK)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header.requestId, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    if (call && !call.quiet) {
      const milliseconds = reply.elapsedTime
      metrics.observe(call.path, request.envelopeCode, milliseconds)
      request.log.info(
        {
          route: call.path,
          status: reply.statusCode,
          code: request.envelopeCode,
          userId: request.caller?.userId,
          ms: Math.round(milliseconds),
        },
        'call',
      )
    }
    done()
  })
}
