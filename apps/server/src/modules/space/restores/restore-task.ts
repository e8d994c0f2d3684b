import { BackupDamaged } from '@yunji/backup-format/errors'
import { readBackup, verifyBackup } from '@yunji/backup-format/read-backup'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import type { Tx } from '../../../platform/database.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import { type Supplier, SupplierError, type SupplierErrorKind, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type PartEnd, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import type { Covers } from '../../devices/covers/index.ts'
import { type BlockStoreDeps, openBlockStore } from '../backups/block-store.ts'
import { notePowerOn } from '../backups/store.ts'
import { getCompleteBackup } from './begin-restore.ts'

export interface RestoreTaskDeps extends Pick<BlockStoreDeps, 'database' | 'objectStore'> {
  readonly suppliers: Suppliers
  readonly covers: Pick<Covers, 'delete'>
  readonly jobs: Pick<Jobs, 'add'>
}

/** A task ends this long before the deadline of its device's state, so that it settles the device first. */
const AHEAD_MS = 15_000
/** Bringing the old data back and restarting. */
const UNDO_MS = 5 * 60_000

const UNCHANGED = '设备上的数据没有变化'
const COMES_BACK = '设备恢复连接后会自动还原为恢复前的数据'

const texts: Partial<Record<SupplierErrorKind, string>> = {
  noSpace: `设备的剩余空间不够放下备份，${UNCHANGED}`,
  packageUnfit: `备份来自更高版本的 Android，不能恢复到该设备，${UNCHANGED}`,
  packageConflict: `设备上有同名但签名不同的应用，请先卸载它，${UNCHANGED}`,
  packageDowngrade: `设备上的应用版本更新，不能覆盖，${UNCHANGED}`,
  badArchive: `备份内容没有通过安全检查，${UNCHANGED}`,
  unreachable: `设备连接中断，${COMES_BACK}`,
  lost: `设备连接中断，${COMES_BACK}`,
  timeout: `设备没有及时响应，${COMES_BACK}`,
}

const describeFailure = (error: unknown): string => {
  if (error instanceof BackupDamaged) return `备份已损坏，没有恢复，${UNCHANGED}`
  if (error instanceof AppError) return `${error.message}，${UNCHANGED}`
  if (error instanceof SupplierError) return texts[error.kind] ?? `${answerOf(failureOf(error)).text}，${UNCHANGED}`
  return `恢复没有完成，${UNCHANGED}`
}

type RestoringSupplier = Supplier & Required<Pick<Supplier, 'restoreBackup' | 'recoverRestore'>>

const supplierOf = ({ suppliers }: Pick<RestoreTaskDeps, 'suppliers'>, supplierType: number): RestoringSupplier => {
  const supplier = suppliers.of(supplierType)
  if (!supplier.restoreBackup || !supplier.recoverRestore)
    throw new SupplierError('unsupported', 'the supplier restores no backups')
  return supplier as RestoringSupplier
}

const backupOf = ({ database: { db } }: RestoreTaskDeps, { input, userId }: Pick<StepContext, 'input' | 'userId'>) =>
  getCompleteBackup(db, userId, Number(input['backupId']))

const percentOf = (doneBytes: number, totalBytes: number): number => (doneBytes / Math.max(1, totalBytes)) * 100

export const restoreTask = (deps: RestoreTaskDeps): TaskDefinition =>
  defineTask({
    kind: 'restore',
    deadlineMs: deviceDeadlineMs.restoring - AHEAD_MS,
    undoMs: UNDO_MS,
    retriedAs: 'restore',
    describeFailure,
    steps: [
      {
        name: '校验备份',
        weight: 2,
        run: async (context) => {
          const { id, manifest, rawBytes } = await backupOf(deps, context)
          const { signal, progress } = context
          const onProgress = (doneBytes: number) => progress(percentOf(doneBytes, rawBytes))
          await verifyBackup(manifest, openBlockStore(deps, id), { signal, onProgress })
        },
      },
      {
        name: '恢复应用和数据',
        weight: 6,
        // Half of it cannot be taken back by whoever calls it off, only all of it.
        canCancel: false,
        run: async (context) => {
          const { device, signal, progress } = context
          const { id, manifest, rawBytes, contents } = await backupOf(deps, context)
          const supplier = supplierOf(deps, device.supplierType)
          // The phone of a stopped device is off.
          await supplier.switchPower?.(device.phoneId, true, signal)
          const tar = readBackup(manifest, openBlockStore(deps, id), { freesChunks: true })
          await supplier.restoreBackup(device.phoneId, tar, contents.backup, {
            sizeBytes: rawBytes,
            signal,
            isHashed: false,
            onProgress: (doneBytes) => progress(percentOf(doneBytes, rawBytes)),
          })
          // The cover shows the phone before.
          await deps.covers.delete(device.id)
        },
        undo: async ({ device, signal }) => {
          await supplierOf(deps, device.supplierType).recoverRestore(device.phoneId, signal)
        },
      },
    ],
    onEnd: async (tx, end) => {
      await notePowerOn(tx, end.part.deviceId)
      if (end.state !== 'succeeded' && !end.isUndone) await addRecovery(deps, tx, end)
    },
  })

interface Recovery {
  readonly supplierType: number
  readonly phoneId: string
}

const RECOVER_JOB = { name: 'space.recoverRestore' }
const RECOVER_DEADLINE_MS = 10 * 60_000
/** 2000 tries at this interval last a week. */
const TRY_EVERY_SECONDS = 5 * 60
const TRIES = 2_000

const addRecovery = ({ jobs }: RestoreTaskDeps, tx: Tx, { device }: PartEnd): Promise<void> =>
  jobs.add<Recovery>(tx, RECOVER_JOB, { supplierType: device.supplierType, phoneId: device.phoneId })

/** Brings the old data back once the phone can be reached again; a phone that is gone needs nothing. */
export const recoverRestoreJob = (deps: Pick<RestoreTaskDeps, 'suppliers'>): Job<Recovery> => ({
  ...RECOVER_JOB,
  heartbeatSeconds: 30,
  retryLimit: TRIES,
  retryDelayMaxSeconds: TRY_EVERY_SECONDS,
  isDeadLettered: true,
  run: async ({ supplierType, phoneId }) => {
    const recovering = supplierOf(deps, supplierType).recoverRestore(phoneId, AbortSignal.timeout(RECOVER_DEADLINE_MS))
    await recovering.catch((error: unknown) => {
      if (!(error instanceof SupplierError) || error.kind !== 'unknownPhone') throw error
    })
  },
})
