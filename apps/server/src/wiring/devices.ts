import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SmsCodes } from '../modules/accounts/sms-codes/index.ts'
import { onChangeEnded } from '../modules/commerce/changes/index.ts'
import { onPhoneCreated } from '../modules/commerce/fulfilment/index.ts'
import { onCodePhoneCreated } from '../modules/commerce/redemption/index.ts'
import { announceFaults } from '../modules/devices/alerts/index.ts'
import { addAppFileRoute, appRoutes, appTasks, keepAlive, sweepFilesJob } from '../modules/devices/apps/index.ts'
import { availabilityRoutes, recordOutages, settleInterruptions } from '../modules/devices/availability/index.ts'
import { addCoverRoute, type CoverSigner, type Covers } from '../modules/devices/covers/index.ts'
import {
  addZoneMetrics,
  createPhoneJobs,
  createTaskDevices,
  deviceRoutes,
  deviceTasks,
  sweepDevices,
} from '../modules/devices/fleet/index.ts'
import { expireGrants, grantRoutes } from '../modules/devices/grants/index.ts'
import { groupRoutes } from '../modules/devices/groups/index.ts'
import { endLostMoves, moveRoutes, moveTasks } from '../modules/devices/moves/index.ts'
import { checkPhones, eraseJob, phoneRoutes } from '../modules/devices/phones/index.ts'
import { meterHours, releaseStopped, rentalRoutes } from '../modules/devices/rental/index.ts'
import { runSchedules, scheduleRoutes } from '../modules/devices/schedules/index.ts'
import { streamRoutes, type Tickets } from '../modules/devices/streams/index.ts'
import { createTaskReader, taskRoutes } from '../modules/devices/tasks/index.ts'
import { expireTransfers, transferRoutes } from '../modules/devices/transfers/index.ts'
import { onTrialPhoneCreated, trialRoutes } from '../modules/devices/trials/index.ts'
import { endLostUpdates, updateRoutes, updateTask } from '../modules/devices/updates/index.ts'
import { zoneRoutes } from '../modules/devices/zones/index.ts'
import { fetchTask, openSpaceFile } from '../modules/space/files/index.ts'
import { backupRoutes, backupTasks, beginLastBackups, restores, sweepBackups } from '../modules/space/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { DeviceAccess } from '../platform/device-access.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Listener } from '../platform/listener.ts'
import type { LiveReader } from '../platform/live/connection.ts'
import type { Live } from '../platform/live/live.ts'
import { addLiveRoute } from '../platform/live/route.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import type { ObjectStore } from '../platform/object-store.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { Sessions } from '../platform/sessions/sessions.ts'
import type { SigningKeys } from '../platform/signing-keys.ts'
import type { Suppliers } from '../platform/supplier.ts'
import { createTasks } from '../platform/tasks/tasks.ts'

interface DevicesWiringDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly covers: Covers
  readonly signer: CoverSigner
  readonly tickets: Tickets
  readonly closing: AbortSignal
  readonly live: Live
  readonly listener: Listener
  readonly outbox: Outbox
  readonly jobs: Jobs
  readonly sessions: Sessions
  readonly deviceAccess: DeviceAccess
  readonly readUnread: LiveReader['readUnread']
  readonly metrics: CallMetrics
  readonly smsCodes: SmsCodes
  readonly signingKeys: SigningKeys
  readonly objectStore: ObjectStore
  readonly mayAttachLoopback: boolean
}

const SWEEP_EVERY_MS = 5000
const METER_EVERY_MS = 5000
const STOPPED_EVERY_MS = 60_000
const TRANSFERS_EVERY_MS = 15_000
const PHONES_EVERY_MS = 15_000
const GRANTS_EVERY_MS = 15_000
const SCHEDULES_EVERY_MS = 5000
const FAULTS_EVERY_MS = 30_000
const OUTAGES_EVERY_MS = 30_000
const SETTLE_EVERY_MS = 60_000
const LOST_EVERY_MS = 60_000
const BACKUPS_EVERY_MS = 60_000
const LAST_BACKUPS_EVERY_MS = 30_000
const DRILLS_EVERY_MS = 5 * 60_000

type OnCreated = ReturnType<typeof onPhoneCreated>

/** A phone is created by an order, a code or a trial; each handler ignores the others'. */
const runSequentially =
  (...all: readonly OnCreated[]): OnCreated =>
  async (tx, end) => {
    for (const each of all) await each(tx, end)
  }

/** Fleet, rentals and streams; the task engine and its live updates. */
export const wireDevices = (shared: DevicesWiringDeps) => {
  const { suppliers, clock, readUnread } = shared
  const tasks = createTasks({
    ...shared,
    devices: createTaskDevices(suppliers, clock),
    definitions: [
      ...deviceTasks({
        ...shared,
        onCreated: runSequentially(onPhoneCreated(shared), onCodePhoneCreated(shared), onTrialPhoneCreated(shared)),
        onChanged: onChangeEnded(shared),
      }),
      ...moveTasks(shared),
      updateTask(shared),
      ...appTasks({ ...shared, openSpaceFile: openSpaceFile(shared) }),
      fetchTask(shared),
      ...backupTasks(shared),
      restores.task(shared),
    ],
  })
  const phones = createPhoneJobs(shared)
  const deps = { ...shared, tasks, power: phones.power }
  addZoneMetrics(deps)
  const { find, listActive } = createTaskReader(deps)
  const reader = { findTask: find, listActiveTasks: listActive, readUnread }
  return {
    tasks,
    bindings: [
      ...taskRoutes(deps),
      ...deviceRoutes(deps),
      ...phoneRoutes(deps),
      ...zoneRoutes(deps),
      ...groupRoutes(deps),
      ...streamRoutes(deps),
      ...rentalRoutes(deps),
      ...transferRoutes(deps),
      ...trialRoutes(deps),
      ...moveRoutes(deps),
      ...updateRoutes(deps),
      ...grantRoutes(deps),
      ...appRoutes({ ...deps, openSpaceFile: openSpaceFile(shared) }),
      ...scheduleRoutes(deps),
      ...availabilityRoutes(deps),
      ...backupRoutes(deps),
      ...restores.routes(deps),
    ],
    jobs: [eraseJob(deps), ...tasks.jobs, sweepFilesJob(deps), ...restores.jobs(deps)],
    periodicJobs: [
      { name: 'devices.sweep', everyMs: SWEEP_EVERY_MS, run: sweepDevices(deps) },
      { name: 'tasks.sweep', everyMs: SWEEP_EVERY_MS, run: tasks.sweep },
      { name: 'devices.meterHours', everyMs: METER_EVERY_MS, run: meterHours(deps) },
      { name: 'devices.releaseStopped', everyMs: STOPPED_EVERY_MS, run: releaseStopped(deps) },
      { name: 'devices.expireTransfers', everyMs: TRANSFERS_EVERY_MS, run: expireTransfers(deps) },
      ...phones.periodicJobs,
      { name: 'devices.checkPhones', everyMs: PHONES_EVERY_MS, run: checkPhones(deps) },
      { name: 'devices.expireGrants', everyMs: GRANTS_EVERY_MS, run: expireGrants(deps) },
      { name: 'devices.keepAlive', everyMs: SWEEP_EVERY_MS, run: keepAlive(deps) },
      { name: 'devices.runSchedules', everyMs: SCHEDULES_EVERY_MS, run: runSchedules(deps) },
      { name: 'space.beginLastBackups', everyMs: LAST_BACKUPS_EVERY_MS, run: beginLastBackups(deps) },
      { name: 'space.sweepBackups', everyMs: BACKUPS_EVERY_MS, run: sweepBackups(deps) },
      { name: 'space.planDrills', everyMs: DRILLS_EVERY_MS, run: restores.planDrills(deps) },
      { name: 'devices.announceFaults', everyMs: FAULTS_EVERY_MS, run: announceFaults(deps) },
      { name: 'availability.recordOutages', everyMs: OUTAGES_EVERY_MS, run: recordOutages(deps) },
      { name: 'availability.settle', everyMs: SETTLE_EVERY_MS, run: settleInterruptions(deps) },
      { name: 'moves.endLost', everyMs: LOST_EVERY_MS, run: endLostMoves(deps) },
      { name: 'updates.endLost', everyMs: LOST_EVERY_MS, run: endLostUpdates(deps) },
    ],
    /** Returns the live route, which closes its connections. */
    addRoutes: (app: FastifyInstance) => {
      addCoverRoute(app, deps)
      addAppFileRoute(app, deps)
      return addLiveRoute(app, { ...shared, reader })
    },
  }
}
