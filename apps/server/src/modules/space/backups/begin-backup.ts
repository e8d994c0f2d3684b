import type { backUpDevices as call } from '@yunji/contract/space/backup-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import { answerFor } from '../../../platform/supplier-failures.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { beginDeviceTask } from '../../devices/fleet/index.ts'
import { findSpace } from '../quota.ts'
import { deleteFailed, findLastFailed } from './store.ts'

export interface BeginDeps {
  readonly clock: Clock
  readonly suppliers: Suppliers
  readonly tasks: Pick<Tasks, 'begin'>
}

/** Refuses an account that is over its quota already. */
const assertSpaceLeft = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  const { quotaBytes, usedBytes } = await findSpace(tx, userId, now)
  if (usedBytes > quotaBytes) throw new AppError('OVER_CLOUD_SPACE')
}

const assertNoFailed = async (tx: Tx, userId: number, deviceId: number): Promise<void> => {
  const failed = await findLastFailed(tx, userId, deviceId)
  if (!failed) return
  const { id: backupId, createdAt, reason } = failed
  throw new AppError('BACKUP_FAILURE_EXISTS', { data: { backupId, createdAt: createdAt.getTime(), reason } })
}

export const backUpDevices =
  (deps: BeginDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<CallData<typeof call>> => {
    const { include, exclude, note, replacesFailed } = input
    const deviceIds = [...new Set(input.deviceIds)]
    await assertSpaceLeft(tx, userId, deps.clock.now())
    const owned = (await lockDevices(tx, deviceIds)).filter(({ ownerId }) => ownerId === userId)
    if (owned.length !== deviceIds.length) throw new AppError('GET_DEVICE_FAILED')
    const [single] = deviceIds
    if (deviceIds.length === 1 && single !== undefined && !replacesFailed) await assertNoFailed(tx, userId, single)
    const able = owned.filter(({ supplierType }) => deps.suppliers.of(supplierType).createBackup !== undefined)
    const unable = owned.filter((device) => !able.includes(device)).map(({ id }) => [id, 'PHONE_UNABLE'] as const)
    if (able.length === 0) throw new AppError('PHONE_UNABLE')
    const task = { kind: 'backup', ownerId: userId, deviceIds: able.map(({ id }) => id) } as const
    const choice = { ...(include && { include }), ...(exclude && { exclude }), note }
    const { taskId, refusals } = await beginDeviceTask(deps, tx, { ...task, input: choice })
    const [refusal] = refusals.values()
    if (taskId === null) throw new AppError(refusal ?? 'GET_DEVICE_FAILED')
    await deleteFailed(
      tx,
      userId,
      able.filter(({ id }) => !refusals.has(id)).map(({ id }) => id),
    )
    const refused = [...unable, ...refusals].map(([deviceId, name]) => ({ deviceId, ...answerFor(name) }))
    return { taskId, refused }
  }
