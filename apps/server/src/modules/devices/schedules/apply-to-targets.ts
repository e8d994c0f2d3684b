import { forEachBatch, forEachRow } from '../../../platform/each-row.ts'
import { type AppErrorName, answerOf } from '../../../platform/errors.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { beginDeviceTask, type DeviceRow } from '../fleet/index.ts'
import { startDevice, stopDevice } from '../rental/index.ts'
import type { RunDeps } from './deps.ts'
import { addToRun, lockRunBefore, type OpenRun } from './run-store.ts'

const textOf = (name: AppErrorName): string => answerOf(name).text
const BROKEN = '暂时无法执行'
const MAX_SUBJECT = 200

type Devices = readonly DeviceRow[]
/** Takes devices in the order of their ids. What it cannot take it returns. */
type Apply = (deps: RunDeps, open: OpenRun, devices: Devices) => Promise<Devices>

const idsOf = (devices: Devices): number[] => devices.map(({ id }) => id)
const firstId = (devices: Devices): number => devices[0]?.id ?? 0
const lastId = (devices: Devices): number => devices.at(-1)?.id ?? 0

const workOf = ({ log }: RunDeps, { run }: OpenRun) => ({
  job: 'devices.runSchedules',
  log,
  fields: ({ id: deviceId }: DeviceRow) => ({ runId: run.id, deviceId }),
})

const aboutApp = ({ packageName, appName }: OpenRun['schedule']) => ({
  subject: (appName || packageName).slice(0, MAX_SUBJECT),
  input: { packageName },
})

/** One task for all of them. The devices are locked again: one may have a new owner by now. */
const beginTask =
  (kind: 'reboot' | 'clean' | 'startApp' | 'backup'): Apply =>
  (deps, open, devices) =>
    forEachBatch(workOf(deps, open), devices, (some) =>
      deps.database.db.transaction(async (tx) => {
        const { run, schedule } = open
        if (!(await lockRunBefore(tx, run.id, firstId(some)))) return
        const { ownerId } = schedule
        const locked = await lockDevices(tx, idsOf(some))
        const own = locked.filter((device) => device.ownerId === ownerId && device.state !== 'released')
        const begun =
          own.length === 0
            ? { taskId: null, refusals: new Map<number, AppErrorName>() }
            : await beginDeviceTask(deps, tx, {
                kind,
                ownerId,
                deviceIds: idsOf(own),
                scheduleRunId: run.id,
                ...(kind === 'startApp' && aboutApp(schedule)),
                ...(kind === 'backup' && { input: { origin: 'schedule' } }),
              })
        const [refusal] = begun.refusals.values()
        await addToRun(tx, run.id, {
          lastDeviceId: lastId(some),
          devices: own.length,
          failed: begun.refusals.size,
          reason: refusal && textOf(refusal),
          taskId: begun.taskId,
        })
      }),
    )

/** A stop that comes every day is told by no message for each device; the reminder before a release still comes. */
const silent: Outbox = { add: async () => undefined, addAll: async () => undefined, wake: async () => undefined }

/** One transaction for each device, as when its owner does it. */
const switchPower =
  (change: typeof stopDevice): Apply =>
  async (deps, open, devices) => {
    const { run, schedule } = open
    const failed = await forEachRow(workOf(deps, open), devices, ({ id }) =>
      deps.database.db.transaction(async (tx) => {
        if (!(await lockRunBefore(tx, run.id, id))) return
        const [device] = await lockDevices(tx, [id])
        if (device?.ownerId !== schedule.ownerId || device.state === 'released')
          return addToRun(tx, run.id, { lastDeviceId: id })
        const outcome = await change({ ...deps, outbox: silent }, tx, device)
        const result = outcome === 'OK' ? { done: 1 } : { failed: 1, reason: textOf(outcome) }
        return addToRun(tx, run.id, { lastDeviceId: id, devices: 1, ...result })
      }),
    )
    await deps.power.applyTo(idsOf(devices))
    return failed
  }

const kinds: Readonly<Record<OpenRun['schedule']['kind'], Apply>> = {
  reboot: beginTask('reboot'),
  clean: beginTask('clean'),
  stop: switchPower(stopDevice),
  start: switchPower(startDevice),
  startApp: beginTask('startApp'),
  backup: beginTask('backup'),
}

/** Applies the action of a schedule to some of its devices; each that cannot be dealt with counts as failed. */
export const applyToTargets = async (deps: RunDeps, open: OpenRun, devices: Devices): Promise<void> => {
  const failed = await kinds[open.schedule.kind](deps, open, devices)
  for (const { id } of failed) {
    await addToRun(deps.database.db, open.run.id, { lastDeviceId: id, devices: 1, failed: 1, reason: BROKEN })
  }
}
