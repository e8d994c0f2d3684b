import { createHash, timingSafeEqual } from 'node:crypto'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { CallMetrics } from '../metrics.ts'

export interface Readiness {
  /** Components that are not ready; empty means ready. */
  missing(): Promise<string[]>
}

interface Operations {
  readonly metrics: CallMetrics
  readonly readiness: Readiness
  /** Bearer token of scrapers; without one the metrics are not readable. */
  readonly metricsToken?: string | undefined
}

export const addOperationsRoutes = (app: FastifyInstance, { metrics, readiness, metricsToken }: Operations): void => {
  app.get(sideRoutes.healthz.path, async () => ({ status: 'ok' }))

  app.get(sideRoutes.readyz.path, async (_request, reply) => {
    const missing = await readiness.missing()
    return reply.status(missing.length === 0 ? 200 : 503).send({ ready: missing.length === 0, missing })
  })

  app.get(sideRoutes.metrics.path, async (request, reply) => {
    if (!metricsToken || !hasBearerToken(request, metricsToken)) throw new AppError('PATH_NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.expose())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const hasBearerToken = ({ headers }: FastifyRequest, token: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
