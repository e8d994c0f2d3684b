import { MAX_TAGS, MAX_TAGS_PER_DEVICE } from '@yunji/contract/devices/device/rules'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { addTags, countFullest, labelDevice, listTags, lockTags, removeTags } from './label-store.ts'
import type { DeviceDeps } from './list-devices.ts'

/** Gives a device a name or a note. */
export const updateLabel =
  ({ database: { db } }: DeviceDeps) =>
  async ({ userId }: Caller, deviceId: number, label: { name: string } | { note: string }): Promise<null> => {
    const labelled = await labelDevice(db, userId, deviceId, label)
    if (labelled.length === 0) throw new AppError('GET_DEVICE_FAILED')
    return null
  }

interface TagChange {
  readonly deviceIds: readonly number[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** All devices or none: a device with too many tags refuses the whole call. */
export const updateDeviceTags =
  ({ database: { db } }: DeviceDeps) =>
  ({ userId }: Caller, { deviceIds, add, remove }: TagChange): Promise<null> =>
    db.transaction(async (tx) => {
      await lockTags(tx, userId)
      const locked = await lockDevices(tx, [...new Set(deviceIds)])
      const ids = locked.filter(({ ownerId, state }) => ownerId === userId && state !== 'released').map(({ id }) => id)
      if (ids.length < new Set(deviceIds).size) throw new AppError('GET_DEVICE_FAILED')
      await removeTags(tx, ids, remove)
      await addTags(tx, ids, add)
      if ((await countFullest(tx, ids)) > MAX_TAGS_PER_DEVICE) {
        throw new AppError('SHOW_ERROR_TIP', { text: `每台设备最多 ${MAX_TAGS_PER_DEVICE} 个标签` })
      }
      if ((await listTags(tx, userId)).length > MAX_TAGS) {
        throw new AppError('SHOW_ERROR_TIP', { text: `最多可以使用 ${MAX_TAGS} 种标签` })
      }
      return null
    })

export const getTagList =
  ({ database: { db } }: DeviceDeps) =>
  async ({ userId }: Caller) => ({ tags: await listTags(db, userId) })
