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
