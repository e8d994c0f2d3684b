import { createTaskDevices } from '../../apps/server/src/modules/devices/fleet/task-devices.ts'
import type { Clock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/database.ts'
import type { Jobs } from '../../apps/server/src/platform/jobs.ts'
import { createListener } from '../../apps/server/src/platform/listener.ts'
import { createLive } from '../../apps/server/src/platform/live/live.ts'
import type { createLogger } from '../../apps/server/src/platform/logger.ts'
import { createOutbox } from '../../apps/server/src/platform/outbox/outbox.ts'
import { createSuppliers } from '../../apps/server/src/platform/supplier.ts'
import { createTasks } from '../../apps/server/src/platform/tasks/tasks.ts'
import { supplierTasks } from './counting-supplier.ts'

interface EngineOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: ReturnType<typeof createLogger>
  readonly jobs: Jobs
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The product's task engine with countable tasks. */
export const createTaskEngine = ({ database, clock, log, jobs, wait }: EngineOptions) => {
  const listener = createListener(database.url, log)
  const silent = { ...jobs, add: async () => undefined }
  return createTasks({
    database,
    clock,
    log,
    jobs,
    listener,
    live: createLive(listener),
    // Messages are checked in the outbox and not delivered.
    outbox: createOutbox({ clock, jobs: silent }),
    devices: createTaskDevices(createSuppliers([]), clock),
    definitions: supplierTasks(database, wait),
    closing: new AbortController().signal,
  })
}
