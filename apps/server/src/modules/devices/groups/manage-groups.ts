import type { operateGroup as operateGroupCall } from '@yunji/contract/devices/group/calls'
import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { CoverAddresses } from '../covers/index.ts'
import {
  countGroups,
  deleteGroup,
  findOwnGroup,
  hasGroupNamed,
  insertGroup,
  listGroupIds,
  listGroups,
  lockGroups,
  moveDevicesTo,
  moveToDefaultGroup,
  renameGroup,
  setPositions,
} from './store.ts'

export interface GroupDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
}

export const getGroupList =
  ({ database: { db }, clock, covers }: GroupDeps) =>
  async ({ userId }: Caller, { page, rows }: { page: number; rows: number }) => {
    const [groups, total] = await Promise.all([
      listGroups(db, userId, clock.now(), { page, rows }),
      countGroups(db, userId),
    ])
    const records = groups.map(({ firstIds, ...group }) => ({
      ...group,
      covers: firstIds.map((deviceId) => covers.addressOf(userId, deviceId)),
    }))
    return pageOf(records, page, rows, total)
  }

const refuse = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

const checkName = async (tx: Tx, userId: number, name: string, groupId?: number): Promise<void> => {
  if (await hasGroupNamed(tx, userId, name, groupId)) throw refuse('已有同名的分组，请换一个名称')
}

const findGroup = async (tx: Tx, userId: number, groupId: number) => {
  const group = await findOwnGroup(tx, userId, groupId)
  if (!group) throw new AppError('NOT_FOUND')
  return group
}

const create = async (tx: Tx, userId: number, name: string, now: Date): Promise<number> => {
  if ((await countGroups(tx, userId)) >= MAX_GROUPS) throw refuse(`最多可以有 ${MAX_GROUPS} 个分组`)
  await checkName(tx, userId, name)
  return insertGroup(tx, userId, name, now)
}

const rename = async (tx: Tx, userId: number, groupId: number, name: string): Promise<number> => {
  await findGroup(tx, userId, groupId)
  await checkName(tx, userId, name, groupId)
  await renameGroup(tx, groupId, name)
  return groupId
}

const remove = async (tx: Tx, userId: number, groupId: number): Promise<number> => {
  const group = await findGroup(tx, userId, groupId)
  if (group.isDefault) throw refuse('默认分组不能删除')
  await moveToDefaultGroup(tx, userId, groupId)
  await deleteGroup(tx, groupId)
  return groupId
}

/** Another window may have added or removed a group meanwhile. */
const order = async (tx: Tx, userId: number, groupIds: readonly number[]): Promise<null> => {
  const known = new Set(await listGroupIds(tx, userId))
  const isWhole = known.size === groupIds.length && groupIds.every((groupId) => known.has(groupId))
  if (!isWhole || new Set(groupIds).size !== groupIds.length) throw refuse('分组已有变化，请刷新后再排序')
  await setPositions(tx, groupIds)
  return null
}

type Operation = CallArguments<typeof operateGroupCall>

const apply = (tx: Tx, userId: number, operation: Operation, now: Date): Promise<number | null> => {
  const { operationType, groupId = 0, name = '', groupIds = [] } = operation
  switch (operationType) {
    case 'create':
      return create(tx, userId, name, now)
    case 'rename':
      return rename(tx, userId, groupId, name)
    case 'delete':
      return remove(tx, userId, groupId)
    case 'order':
      return order(tx, userId, groupIds)
    default:
      throw new AppError('GROUP_OPERATION_EMPTY')
  }
}

/** Operations of one account run one after the other, so that counts, names and orders stay valid. */
export const operateGroup =
  ({ database: { db }, clock }: GroupDeps) =>
  ({ userId }: Caller, operation: Operation): Promise<{ groupId: number | null }> =>
    db.transaction(async (tx) => {
      await lockGroups(tx, userId)
      return { groupId: await apply(tx, userId, operation, clock.now()) }
    })

export const moveDevices =
  ({ database: { db } }: GroupDeps) =>
  ({ userId }: Caller, groupId: number, deviceIds: readonly number[]): Promise<{ movedCount: number }> =>
    db.transaction(async (tx) => {
      await lockGroups(tx, userId)
      await findGroup(tx, userId, groupId)
      return { movedCount: await moveDevicesTo(tx, userId, groupId, deviceIds) }
    })
