import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type TaskKind, taskMachine } from '@yunji/contract/devices/task/rules'
import { deadlineOf } from '@yunji/contract/machine'
import { type Clock, later } from '../clock.ts'
import type { Tx } from '../database.ts'
import type { Jobs } from '../jobs.ts'
import type { Live } from '../live/live.ts'
import { definitionOf, type TaskDefinitions, type TaskDevice } from './definition.ts'
import { insertParts, insertTask, type TaskRow } from './store.ts'
import { BESIDE_JOB, PART_JOB, type PartJob } from './worker.ts'

export interface BusyDevice {
  /** Row in the busy state that this work ends; running beside work that ends none. */
  readonly device: TaskDevice
  readonly before: DeviceState
}

export interface NewTask {
  readonly kind: TaskKind
  readonly ownerId: number
  readonly devices: readonly BusyDevice[]
  /** Name of the app or file that the task is about, for its owner. */
  readonly subject?: string
  readonly input?: TaskRow['input']
  readonly retryOf?: number
  /** The run of a schedule that begins it: the schedule tells of its end. */
  readonly scheduleRunId?: number
  /** Devices of a retried task that cannot take it now, with the reason: they can be retried again. */
  readonly refused?: readonly {
    readonly device: Pick<TaskDevice, 'id' | 'name' | 'state' | 'stateCount'>
    readonly reason: string
  }[]
}

interface BeginDeps {
  readonly clock: Clock
  readonly definitions: TaskDefinitions
  readonly jobs: Pick<Jobs, 'addMany'>
  readonly live: Live
}

/**
 * Runs in the transaction in which the devices become busy: no busy device without a task, no task about an idle one.
 */
export const beginTask =
  ({ clock, definitions, jobs, live }: BeginDeps) =>
  async (
    tx: Tx,
    { kind, ownerId, devices, subject, input, retryOf, scheduleRunId, refused = [] }: NewTask,
  ): Promise<number> => {
    if (devices.length === 0) throw new Error(`${kind} of no device`)
    const createdAt = clock.now()
    const { deadlineMs, isBeside = false } = definitionOf(definitions, kind)
    const deadlineAt = later(createdAt, deadlineMs)
    const taskId = await insertTask(tx, {
      kind,
      ownerId,
      subject,
      input,
      retryOf,
      scheduleRunId,
      createdAt,
      deadlineAt,
    })
    const rows = devices.map(({ device, before }) => ({
      taskId,
      deviceId: device.id,
      deviceName: device.name,
      deviceStateCount: device.stateCount,
      deviceStateBefore: before,
      isBeside,
      deadlineAt: queueDeadline(createdAt, deadlineAt),
    }))
    const parts = await insertParts(tx, rows)
    const failedRows = refused.map(({ device, reason }) => ({
      taskId,
      deviceId: device.id,
      deviceName: device.name,
      deviceStateCount: device.stateCount,
      deviceStateBefore: device.state,
      isBeside,
      state: 'failed' as const,
      reason,
      deadlineAt,
      endedAt: createdAt,
    }))
    await insertParts(tx, failedRows)
    await jobs.addMany<PartJob>(tx, isBeside ? BESIDE_JOB : PART_JOB, parts)
    await live.notify(tx, ownerId, { taskId })
    return taskId
  }

/** Deadline in the queue: the machine's limit, even where the work itself has longer. */
const queueDeadline = (createdAt: Date, deadlineAt: Date): Date => {
  const afterMs = deadlineOf(taskMachine, taskMachine.initial)?.afterMs
  const latest = afterMs === undefined ? deadlineAt : later(createdAt, afterMs)
  return latest < deadlineAt ? latest : deadlineAt
}
