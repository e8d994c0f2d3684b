import type { Tx } from '../../../platform/database.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { beginDeviceTask } from './begin-task.ts'
import type { CommandDeps } from './send-command.ts'
import { type DeviceRow, isInTransfer } from './store.ts'

/** Begins a task for each accepted device; it belongs to the owner. Others are left out. */
const replaceThose = async (
  deps: CommandDeps,
  deviceIds: readonly number[],
  isAccepted: (tx: Tx, device: DeviceRow) => boolean | Promise<boolean>,
): Promise<{ deviceIds: number[] }> => {
  const { db } = deps.database
  const begun: number[] = []
  // In order of id: two batches about the same devices never deadlock.
  for (const deviceId of [...new Set(deviceIds)].toSorted((a, b) => a - b)) {
    const taskId = await db.transaction(async (tx) => {
      const [device] = await lockDevices(tx, [deviceId])
      if (!device || !(await isAccepted(tx, device))) return null
      const task = { kind: 'replace', ownerId: device.ownerId, deviceIds: [deviceId] } as const
      return (await beginDeviceTask(deps, tx, task)).taskId
    })
    if (taskId !== null) begun.push(deviceId)
  }
  return { deviceIds: begun }
}

/** Ignores the limit of automatic replacements. A phone that is back by then stays. */
export const replaceFaultyDevices = (deps: CommandDeps, deviceIds: readonly number[]) =>
  replaceThose(deps, deviceIds, (_tx, { state }) => state === 'faulty')

/** Devices that run or are stopped: their phones are replaced without a probe, and nothing is copied. */
export const replaceWorkingDevices = (deps: CommandDeps, deviceIds: readonly number[]) =>
  replaceThose(
    deps,
    deviceIds,
    async (tx, { id, state }) => (state === 'running' || state === 'stopped') && !(await isInTransfer(tx, id)),
  )

/** One task for each owner, who sees it in the task centre; devices that do not accept it are left out. */
export const rebootForOperator = (deps: CommandDeps, deviceIds: readonly number[]): Promise<{ deviceIds: number[] }> =>
  deps.database.db.transaction(async (tx) => {
    const byOwner = Map.groupBy(await lockDevices(tx, [...new Set(deviceIds)]), ({ ownerId }) => ownerId)
    const begun: number[] = []
    for (const [ownerId, devices] of byOwner) {
      const ids = devices.map(({ id }) => id)
      const { refusals } = await beginDeviceTask(deps, tx, { kind: 'reboot', ownerId, deviceIds: ids })
      begun.push(...ids.filter((id) => !refusals.has(id)))
    }
    return { deviceIds: begun }
  })
