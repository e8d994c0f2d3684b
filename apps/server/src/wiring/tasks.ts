import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { onChangeEnded } from '../modules/commerce/changes/index.ts'
import { onPhoneCreated } from '../modules/commerce/fulfilment/index.ts'
import { onCodePhoneCreated } from '../modules/commerce/redemption/index.ts'
import type { Covers } from '../modules/devices/covers/index.ts'
import { createTaskDevices, deviceTasks } from '../modules/devices/fleet/index.ts'
import { createTaskReader, taskRoutes } from '../modules/devices/tasks/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { DeviceAccess } from '../platform/device-access.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Listener } from '../platform/listener.ts'
import type { LiveReader } from '../platform/live/connection.ts'
import type { Live } from '../platform/live/live.ts'
import { addLiveRoute } from '../platform/live/route.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { Sessions } from '../platform/sessions/sessions.ts'
import type { Suppliers } from '../platform/supplier.ts'
import { createTasks } from '../platform/tasks/tasks.ts'

interface TasksWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly covers: Covers
  readonly closing: AbortSignal
  readonly live: Live
  readonly listener: Listener
  readonly outbox: Outbox
  readonly jobs: Jobs
  readonly sessions: Sessions
  readonly deviceAccess: DeviceAccess
  readonly readUnread: LiveReader['readUnread']
  readonly metrics: CallMetrics
}

type OnCreated = ReturnType<typeof onPhoneCreated>

/** A phone is created by an order or by a code; each handler ignores the other's. */
const runSequentially =
  (...all: readonly OnCreated[]): OnCreated =>
  async (tx, end) => {
    for (const each of all) await each(tx, end)
  }

/** Task engine, and its live updates. */
export const wireTasks = (shared: TasksWiringDeps) => {
  const { suppliers, clock, readUnread } = shared
  const tasks = createTasks({
    ...shared,
    devices: createTaskDevices(suppliers, clock),
    definitions: deviceTasks({
      ...shared,
      onCreated: runSequentially(onPhoneCreated(shared), onCodePhoneCreated(shared)),
      onChanged: onChangeEnded(shared),
    }),
  })
  const deps = { ...shared, tasks }
  const { find, listActive } = createTaskReader(deps)
  const reader = { findTask: find, listActiveTasks: listActive, readUnread }
  return {
    tasks,
    bindings: taskRoutes(deps),
    jobs: [tasks.job],
    addRoutes: (app: FastifyInstance) => addLiveRoute(app, { ...shared, reader }),
  }
}
