import { join } from 'node:path'
import type { Logger } from 'pino'
import { createFileSystemStore } from './adapters/object-store/file-system.ts'
import { type AppOptions, buildApp } from './app.ts'
import { configureRoutes } from './modules/configure/index.ts'
import { notOpenYetRoutes, notOpenYetSideRoutes } from './modules/not-open-yet.ts'
import { userRoutes } from './modules/users/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { Readiness } from './platform/http/operations.ts'
import { startJobs } from './platform/jobs.ts'
import { sweepJob } from './platform/maintenance.ts'
import { createMetrics } from './platform/metrics.ts'
import type { ObjectStore } from './platform/object-store.ts'
import { createSessions } from './platform/sessions/sessions.ts'
import { addConnectionClosing, type Closable, createDraining, type Draining } from './shutdown.ts'

export interface Outside {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly dataDir: string
}

/** The one place where modules meet their adapters. */
export const wire = async ({ database, clock, log, dataDir }: Outside, options: AppOptions) => {
  const objectStore = createFileSystemStore(join(dataDir, 'objects'))
  const sessions = createSessions(database, clock)
  const draining = createDraining()
  const jobs = await startJobs(database.url, log, [sweepJob(database.db, clock)])

  const deps = {
    database,
    sessions,
    clock,
    log,
    metrics: createMetrics(),
    readiness: createReadiness(database, objectStore, draining),
  }
  const bindings = [...userRoutes(deps), ...configureRoutes(deps), ...notOpenYetRoutes]
  const app = await buildApp(deps, bindings, options)
  addConnectionClosing(app, draining)
  notOpenYetSideRoutes(app)

  const parts: Closable[] = [
    { what: 'http', close: () => app.close() },
    { what: 'jobs', close: () => jobs.stop() },
    { what: 'database', close: () => database.close() },
  ]
  return { app, jobs, draining, parts }
}

const PROBE_TIMEOUT_MS = 2000

const createReadiness = (database: Database, objectStore: ObjectStore, draining: Draining): Readiness => {
  const probes: Record<string, () => Promise<unknown>> = {
    database: () => database.pool.query('select 1'),
    objectStore: () => objectStore.probe(),
  }
  return {
    async missing() {
      if (draining.isOn) return ['draining']
      const results = await Promise.all(
        Object.entries(probes).map(async ([name, probe]) => ((await answersInTime(probe())) ? null : name)),
      )
      return results.filter((name) => name !== null)
    },
  }
}

const answersInTime = (probe: Promise<unknown>): Promise<boolean> => {
  const timedOut = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref()
  })
  return Promise.race([
    probe.then(
      () => true,
      () => false,
    ),
    timedOut,
  ])
}
