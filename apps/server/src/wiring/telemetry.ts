import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addPageLogRoute, clientErrorRoutes, pageDaysJob } from '../modules/telemetry/page-logs/index.ts'
import { usageDaysJob, usageLogRoutes } from '../modules/telemetry/usage-logs/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'

interface TelemetryDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Usage and page logs of clients. */
export const wireTelemetry = (deps: TelemetryDeps) => ({
  bindings: [...usageLogRoutes(deps), ...clientErrorRoutes(deps)],
  jobs: [usageDaysJob(deps), pageDaysJob(deps)],
  addRoutes: (app: FastifyInstance): void => addPageLogRoute(app, deps),
})
