import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import type { TaskKind } from '@yunji/contract/devices/task/rules'
import { nextStep } from '@yunji/contract/machine'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { type AppErrorName, answerOf } from '../../../platform/errors.ts'
import type { BusyDevice, NewTask } from '../../../platform/tasks/begin-task.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import type { DeviceRow } from './store.ts'
import { isIdleAnyOf, transition } from './transition-store.ts'

/** Device event of each kind of task; null for work beside the use of a running device. */
const events: Readonly<Record<Exclude<TaskKind, 'create'>, DeviceEvent | null>> = {
  reboot: 'reboot',
  clean: 'clean',
  deepClean: 'clean',
  replace: 'replace',
  replaceDevice: 'replace',
  changeZone: 'changeZone',
  updateSystem: 'update',
  changeConfig: 'changeConfiguration',
  changeModel: 'changeConfiguration',
  changeVideo: 'changeConfiguration',
  installApp: null,
  uploadFile: null,
  startApp: null,
  uninstallApp: null,
  fetchFile: null,
  backup: 'backUp',
  lastBackup: null,
  restore: 'restore',
}

/** Event that running devices alone accept. */
const RUNNING_ONLY = 'clean' satisfies DeviceEvent

/** Error for an event that the device does not accept now. */
export const refusalOf = (device: DeviceRow | undefined, event: DeviceEvent): AppErrorName => {
  if (!device) return 'GET_DEVICE_FAILED'
  if (device.state === 'stopped' || device.state === 'expired') return 'DEVICE_NOT_RUNNING'
  const step = nextStep(deviceMachine, device.state, event)
  return step.ok ? 'PHONE_AWAY' : step.refusal.code
}

interface TaskOfDevices {
  readonly kind: Exclude<TaskKind, 'create'>
  readonly ownerId: number
  readonly deviceIds: readonly number[]
  readonly subject?: string
  readonly input?: NewTask['input']
  readonly retryOf?: number
  readonly scheduleRunId?: number
}

export interface BegunTask {
  /** Null when no device accepted it. */
  readonly taskId: number | null
  readonly refusals: ReadonlyMap<number, AppErrorName>
}

interface BeginDeps {
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
}

/** One task for all devices that accept it; new states, task and jobs are written in one transaction. */
export const beginDeviceTask = async (
  { clock, tasks }: BeginDeps,
  tx: Tx,
  { kind, ownerId, deviceIds, retryOf, ...about }: TaskOfDevices,
): Promise<BegunTask> => {
  const event = events[kind]
  // Locked in order of id: two batches about the same devices never deadlock.
  const before = new Map((await lockDevices(tx, deviceIds)).map((device) => [device.id, device]))
  const moved =
    event === null
      ? [...before.values()].filter(({ state }) => state === 'running')
      : await transition(tx, event, clock.now(), isIdleAnyOf(tx, deviceIds))
  const busy = moved.map((device): BusyDevice => ({ device, before: before.get(device.id)?.state ?? 'running' }))
  const begun = new Set(moved.map(({ id }) => id))
  const refusals = new Map(
    deviceIds
      .filter((id) => !begun.has(id))
      .map((id) => [id, refusalOf(before.get(id), event ?? RUNNING_ONLY)] as const),
  )
  if (busy.length === 0) return { taskId: null, refusals }
  const refused = [...refusals].flatMap(([id, name]) => {
    const device = before.get(id)
    return device && retryOf !== undefined ? [{ device, reason: answerOf(name).text }] : []
  })
  const again = retryOf === undefined ? {} : { retryOf, refused }
  return { taskId: await tasks.begin(tx, { kind, ownerId, devices: busy, ...about, ...again }), refusals }
}
