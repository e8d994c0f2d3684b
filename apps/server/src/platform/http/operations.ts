import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { CallMetrics } from '../metrics.ts'

export interface Readiness {
  /** Names of the parts that are not ready; empty means ready. */
  missing(): Promise<string[]>
}

export const addOperationsRoutes = (app: FastifyInstance, metrics: CallMetrics, readiness: Readiness): void => {
  app.get(sideRoutes.healthz.path, async () => ({ status: 'ok' }))

  app.get(sideRoutes.readyz.path, async (_request, reply) => {
    const missing = await readiness.missing()
    return reply.status(missing.length === 0 ? 200 : 503).send({ ready: missing.length === 0, missing })
  })

  app.get(sideRoutes.metrics.path, async (request, reply) => {
    if (!isFromThisMachine(request)) throw new AppError('PATH_NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.expose())
  })
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Through a proxy on this machine everyone looks local, so a forwarded request does not count. */
const isFromThisMachine = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
