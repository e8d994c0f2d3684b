import { deviceMachine } from '@yunji/contract/devices/device/machine'
import { nextStep } from '@yunji/contract/machine'
import type { restoreBackup as call, checkRestore as checkCall } from '@yunji/contract/space/restore-calls'
import { findRestoreFit, findStoppedFit } from '@yunji/contract/space/restore-rules'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { answerFor, failureOf } from '../../../platform/supplier-failures.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { beginDeviceTask } from '../../devices/fleet/index.ts'
import { type BackupRow, findOwnBackup } from '../backups/store.ts'

export interface BeginRestoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly suppliers: Suppliers
  readonly tasks: Pick<Tasks, 'begin'>
}

type CompleteBackup = BackupRow & {
  readonly manifest: NonNullable<BackupRow['manifest']>
  readonly contents: NonNullable<BackupRow['contents']>
}

/** Absent, foreign and unfinished backups look alike. */
export const getCompleteBackup = async (db: Db | Tx, userId: number, backupId: number): Promise<CompleteBackup> => {
  const backup = await findOwnBackup(db, userId, backupId)
  const { manifest, contents } = backup ?? {}
  if (backup?.state !== 'complete' || !manifest || !contents) throw new AppError('NOT_FOUND')
  return { ...backup, manifest, contents }
}

const PHONE_ANSWER_MS = 20_000

export const checkRestore =
  ({ database: { db }, suppliers }: BeginRestoreDeps) =>
  async ({ userId }: Caller, input: CallArguments<typeof checkCall>): Promise<CallData<typeof checkCall>> => {
    const { contents, rawBytes } = await getCompleteBackup(db, userId, input.backupId)
    const [device] = await db.transaction((tx) => lockDevices(tx, [input.deviceId]))
    if (device?.ownerId !== userId) throw new AppError('GET_DEVICE_FAILED')
    const step = nextStep(deviceMachine, device.state, 'restore')
    if (!step.ok) throw new AppError(step.refusal.code)
    const supplier = suppliers.of(device.supplierType)
    if (!supplier.describePhone || !supplier.restoreBackup) throw new AppError('PHONE_UNABLE')
    const { androidVersion, sdk, apps, appData } = contents.backup
    const hasAppData = appData === 'included'
    const onlyPackages = contents.include?.length ?? 0
    const backup = { androidVersion, sdk, apps, hasAppData, onlyPackages, rawBytes }
    if (device.state === 'stopped') return findStoppedFit(backup)
    if (device.state !== 'running') throw new AppError('DEVICE_NOT_RUNNING')
    const target = await supplier
      .describePhone(device.phoneId, AbortSignal.timeout(PHONE_ANSWER_MS))
      .catch((error: unknown) => {
        throw error instanceof SupplierError ? new AppError(failureOf(error)) : error
      })
    return findRestoreFit(backup, target)
  }

/** One task for one or many phones; each part verifies the backup before its phone is touched. */
export const beginRestore =
  (deps: BeginRestoreDeps) =>
  async (tx: Tx, { userId }: Caller, input: CallArguments<typeof call>): Promise<CallData<typeof call>> => {
    const { id: backupId, deviceName } = await getCompleteBackup(tx, userId, input.backupId)
    const deviceIds = [...new Set(input.deviceIds)]
    const owned = (await lockDevices(tx, deviceIds)).filter(({ ownerId }) => ownerId === userId)
    if (owned.length !== deviceIds.length) throw new AppError('GET_DEVICE_FAILED')
    const able = owned.filter(({ supplierType }) => deps.suppliers.of(supplierType).restoreBackup !== undefined)
    const unable = owned.filter((device) => !able.includes(device)).map(({ id }) => [id, 'PHONE_UNABLE'] as const)
    if (able.length === 0) throw new AppError('PHONE_UNABLE')
    const { taskId, refusals } = await beginDeviceTask(deps, tx, {
      kind: 'restore',
      ownerId: userId,
      deviceIds: able.map(({ id }) => id),
      subject: deviceName,
      input: { backupId },
    })
    const [refusal] = refusals.values()
    if (taskId === null) throw new AppError(refusal ?? 'GET_DEVICE_FAILED')
    const refused = [...unable, ...refusals].map(([deviceId, name]) => ({ deviceId, ...answerFor(name) }))
    return { taskId, refused }
  }
