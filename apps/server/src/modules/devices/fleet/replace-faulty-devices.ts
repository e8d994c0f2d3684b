import { attributeToOperator } from '../../../platform/operators/audit.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { beginDeviceTask } from './begin-task.ts'
import type { CommandDeps } from './send-command.ts'

/** Ignores the limit of automatic replacements; each task belongs to the owner. A phone that is back by then stays. */
export const replaceFaultyDevices = async (
  deps: CommandDeps,
  deviceIds: readonly number[],
): Promise<{ deviceIds: number[] }> => {
  const { db } = deps.database
  const begun: number[] = []
  // In order of id: two batches about the same devices never deadlock.
  for (const deviceId of [...new Set(deviceIds)].toSorted((a, b) => a - b)) {
    const taskId = await db.transaction(async (tx) => {
      const [device] = await lockDevices(tx, [deviceId])
      if (device?.state !== 'faulty') return null
      const task = { kind: 'replace', ownerId: device.ownerId, deviceIds: [deviceId] } as const
      return (await beginDeviceTask(deps, tx, task)).taskId
    })
    if (taskId !== null) begun.push(deviceId)
  }
  return { deviceIds: begun }
}

/** One task for each owner, who sees it in the task centre; devices that do not accept it are left out. */
export const rebootForOperator = (deps: CommandDeps, deviceIds: readonly number[]): Promise<{ deviceIds: number[] }> =>
  deps.database.db.transaction(async (tx) => {
    await attributeToOperator(tx)
    const byOwner = Map.groupBy(await lockDevices(tx, [...new Set(deviceIds)]), ({ ownerId }) => ownerId)
    const begun: number[] = []
    for (const [ownerId, devices] of byOwner) {
      const ids = devices.map(({ id }) => id)
      const { refusals } = await beginDeviceTask(deps, tx, { kind: 'reboot', ownerId, deviceIds: ids })
      begun.push(...ids.filter((id) => !refusals.has(id)))
    }
    return { deviceIds: begun }
  })
