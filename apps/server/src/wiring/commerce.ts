import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { addGoodsPictureRoute, catalogueRoutes } from '../modules/catalogue/index.ts'
import { fulfilJob } from '../modules/fulfilment/index.ts'
import { auditJob, ledgerRoutes } from '../modules/ledger/index.ts'
import { expireOrders, orderRoutes } from '../modules/orders/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { Tasks } from '../platform/tasks/tasks.ts'

interface CommerceOutside {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
  readonly tasks: Tasks
  readonly jobs: () => Jobs
}

const EXPIRE_EVERY_MS = 5000

/** Everything that is bought. */
export const wireCommerce = (outside: CommerceOutside) => ({
  bindings: [...catalogueRoutes(outside), ...orderRoutes(outside), ...ledgerRoutes(outside)],
  jobs: [auditJob(outside.database.db, outside.log), fulfilJob(outside)],
  rounds: [{ what: 'unpaid orders', everyMs: EXPIRE_EVERY_MS, run: expireOrders(outside) }],
  addRoutes: (app: FastifyInstance): void => addGoodsPictureRoute(app),
})
