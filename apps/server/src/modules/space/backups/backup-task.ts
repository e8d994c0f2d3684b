import { BackupDamaged, BadArchive } from '@yunji/backup-format/errors'
import { writeBackup } from '@yunji/backup-format/write-backup'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { BACKUP_KEPT_DAYS, type BackupOrigin } from '@yunji/contract/space/backup-rules'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError, answerOf } from '../../../platform/errors.ts'
import { SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type PartEnd, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { AttemptLost, type BlockStoreDeps, createBlockStore } from './block-store.ts'
import { chargePacks } from './charge-packs.ts'
import { keepNewest } from './manage-backups.ts'
import { deleteUses, resetUses } from './pack-store.ts'
import {
  beginAttempt,
  deleteFailed,
  lockByPart,
  notePowerOn,
  setComplete,
  setExpectedBytes,
  setFailed,
  writeResult,
} from './store.ts'

export interface BackupTaskDeps extends BlockStoreDeps {
  readonly suppliers: Suppliers
}

/** A task ends this long before the deadline of its device's state, so that it settles the device first. */
const AHEAD_MS = 15_000
const UNDO_MS = 30_000
/** An expired device is released two hours after its expiry. */
const LAST_CHANCE_MS = 90 * 60_000

const UNCHANGED = '原有备份不受影响'

const describeFailure = (error: unknown): string => {
  if (error instanceof BadArchive) return `手机传来的数据不完整，${UNCHANGED}`
  if (error instanceof BackupDamaged) return `写入后的校验没有通过，${UNCHANGED}`
  if (error instanceof AppError) return `${error.message}，${UNCHANGED}`
  if (error instanceof SupplierError) return `${answerOf(failureOf(error)).text}，${UNCHANGED}`
  return `${answerOf('BACKUP_FAILED').text}，${UNCHANGED}`
}

const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined

/** Options of the owner, from the task's input. */
const choiceOf = (input: StepContext['input']) => ({
  include: listOf(input['include']),
  exclude: listOf(input['exclude']) ?? [],
  note: typeof input['note'] === 'string' ? input['note'] : '',
})

const originOf = (input: StepContext['input'], isLastChance: boolean): BackupOrigin =>
  isLastChance ? 'lastChance' : input['origin'] === 'schedule' ? 'schedule' : 'manual'

const makeBackup = async (deps: BackupTaskDeps, context: StepContext, isLastChance: boolean): Promise<void> => {
  const { database, clock, suppliers } = deps
  const { device, part, input, userId, signal, progress } = context
  const supplier = suppliers.of(device.supplierType)
  if (!supplier.createBackup) throw new SupplierError('unsupported', 'the supplier makes no backups')
  const { include, exclude, note } = choiceOf(input)
  const { attempt } = part
  const backup = await database.db.transaction(async (tx) => {
    await deleteFailed(tx, userId, [device.id])
    const about = { userId, deviceId: device.id, deviceName: device.name, note, createdAt: clock.now() }
    const row = await beginAttempt(
      tx,
      { partId: part.id, attempt },
      { ...about, origin: originOf(input, isLastChance) },
    )
    if (!row) throw new AttemptLost('another attempt makes this backup')
    await resetUses(tx, row.id)
    return row
  })
  // The phone of a stopped or expired device is off.
  if (device.state !== 'running') await supplier.switchPower?.(device.phoneId, true, signal)
  const { plan, body, finished } = await supplier.createBackup(device.phoneId, {
    ...(include && { include }),
    ...(exclude.length > 0 && { exclude }),
    signal,
    isHashed: false,
  })
  await setExpectedBytes(database.db, backup.id, attempt, plan.usedBytes)
  const abort = (): void => void body.destroy(new Error('the backup was called off'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    const chargedAs = isLastChance ? 'lastChance' : 'backup'
    const store = createBlockStore(deps, { backupId: backup.id, userId, attempt, chargedAs })
    const written = await writeBackup(body, store, {
      signal,
      freesChunks: true,
      onProgress: (rawBytes) => progress((rawBytes / Math.max(plan.usedBytes, rawBytes, 1)) * 100),
    })
    const { contents, sizeBytes } = await finished
    if (sizeBytes !== written.rawBytes) throw new BadArchive('the phone sent another size')
    const { manifest, rawBytes } = written
    await database.db.transaction(async (tx) => {
      const kept = { backup: contents, include: include ?? null, exclude }
      const result = { manifest, contents: kept, rawBytes, storedBytes: written.newStoredBytes }
      if (!(await writeResult(tx, backup.id, attempt, result)))
        throw new AttemptLost('another attempt made this backup')
      await store.writeUses(tx)
      await chargePacks(tx, userId, await deleteUses(tx, backup.id, 'needless'), clock.now())
    })
  } finally {
    signal.removeEventListener('abort', abort)
    body.destroy()
  }
}

/** A backup is complete, or there is nothing of it: neither blocks nor used space. */
const endBackup =
  ({ clock }: BackupTaskDeps, isLastChance: boolean) =>
  async (tx: Tx, { part, state }: PartEnd): Promise<void> => {
    await notePowerOn(tx, part.deviceId)
    const backup = await lockByPart(tx, part.id)
    if (backup?.state !== 'making') return
    const now = clock.now()
    if (state === 'succeeded') {
      await setComplete(tx, backup.id, now, isLastChance ? later(now, BACKUP_KEPT_DAYS * DAY_MS) : null)
      if (!isLastChance) await keepNewest(tx, backup, now)
      return
    }
    await setFailed(tx, backup.id, now, part.reason)
    await chargePacks(tx, backup.userId, await deleteUses(tx, backup.id, 'all'), now)
  }

const define = (
  deps: BackupTaskDeps,
  isLastChance: boolean,
): Pick<TaskDefinition, 'steps' | 'onEnd' | 'describeFailure'> => ({
  describeFailure,
  steps: [
    {
      name: '备份应用和数据',
      weight: 1,
      run: (context) => makeBackup(deps, context, isLastChance),
    },
  ],
  onEnd: endBackup(deps, isLastChance),
})

export const backupTasks = (deps: BackupTaskDeps): TaskDefinition[] => [
  defineTask({
    kind: 'backup',
    deadlineMs: deviceDeadlineMs.backingUp - AHEAD_MS,
    undoMs: UNDO_MS,
    retriedAs: 'backup',
    ...define(deps, false),
  }),
  defineTask({
    kind: 'lastBackup',
    deadlineMs: LAST_CHANCE_MS,
    undoMs: UNDO_MS,
    isBeside: true,
    canCancel: false,
    ...define(deps, true),
  }),
]
