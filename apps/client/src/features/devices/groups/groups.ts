import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import { type GroupOperation, getGroupList, moveDevices, operateGroup } from '@yunji/contract/devices/group/calls'
import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { noteDeviceChanges } from '../../../shared/devices/device-changes.ts'

export const useGroups = () => useCall(getGroupList, { page: '1', rows: String(MAX_GROUPS) })

/** The groups are read again before it ends; lists of devices show group names, and are read when they are next seen. */
const refresh = async (): Promise<void> => {
  noteDeviceChanges()
  await queryClient.invalidateQueries({ queryKey: [getGroupList.path] })
}

interface Operation {
  readonly operationType: GroupOperation
  readonly groupId?: number
  readonly name?: string
  readonly groupIds?: number[]
}

export const operate = async (operation: Operation): Promise<number | null> => {
  const { groupId } = await requestData(operateGroup, operation)
  await refresh()
  return groupId
}

const inParts = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_DEVICES_PER_COMMAND) }, (_, part) =>
    ids.slice(part * MAX_DEVICES_PER_COMMAND, (part + 1) * MAX_DEVICES_PER_COMMAND),
  )

/** Moves the devices part by part: a failure leaves the parts before it moved, and moving again is harmless. */
export const moveToGroup = async (groupId: number, ids: readonly number[]): Promise<void> => {
  try {
    for (const deviceIds of inParts(ids)) await requestData(moveDevices, { groupId, deviceIds })
  } finally {
    await refresh()
  }
}
