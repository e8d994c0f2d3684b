import { BACKUP_KEPT_DAYS } from '@yunji/contract/space/backup-rules'
import { type Clock, DAY_MS, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { SpaceHolder } from '../settle-over.ts'
import { chargePacks } from './charge-packs.ts'
import { deleteUses, listPacksOf } from './pack-store.ts'
import {
  type BackupRow,
  deleteRow,
  findKeepLast,
  listBeyond,
  listOldest,
  lockOwnBackup,
  setKeepLast as setKeepLastRow,
  setKept,
  setTrashed,
} from './store.ts'

interface ManageDeps {
  readonly database: Database
  readonly clock: Clock
}

type Backup = Pick<BackupRow, 'id' | 'userId'>

/** Irreversible. */
export const eraseBackup = async (tx: Tx, { id, userId }: Backup, now: Date): Promise<void> => {
  const packIds = await deleteUses(tx, id, 'all')
  await deleteRow(tx, id)
  await chargePacks(tx, userId, packIds, now)
}

const trash = async (tx: Tx, { id, userId }: Backup, now: Date): Promise<void> => {
  await setTrashed(tx, id, now, later(now, BACKUP_KEPT_DAYS * DAY_MS))
  await chargePacks(tx, userId, await listPacksOf(tx, id), now)
}

/** Trashes what is older than the owner wants to keep; a full trash must not fail the backup, so it is deleted then. */
export const keepNewest = async (
  tx: Tx,
  { deviceId, userId }: Pick<BackupRow, 'deviceId' | 'userId'>,
  now: Date,
): Promise<void> => {
  const keepLast = await findKeepLast(tx, deviceId, userId)
  if (keepLast === 0) return
  for (const backup of await listBeyond(tx, deviceId, userId, keepLast)) {
    await tx
      .transaction((nested) => trash(nested, backup, now))
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        await eraseBackup(tx, backup, now)
      })
  }
}

const getOwn = async (tx: Tx, { userId }: Caller, backupId: number): Promise<BackupRow> => {
  const backup = await lockOwnBackup(tx, userId, backupId)
  if (!backup) throw new AppError('NOT_FOUND')
  if (backup.state === 'making') throw new AppError('DEVICE_BACKING_UP')
  return backup
}

export const deleteBackup =
  ({ database, clock }: ManageDeps) =>
  (caller: Caller, backupId: number): Promise<{ isTrashed: boolean }> =>
    database.db.transaction(async (tx) => {
      const backup = await getOwn(tx, caller, backupId)
      const isTrashed = backup.state === 'complete' && backup.origin !== 'lastChance'
      await (isTrashed ? trash : eraseBackup)(tx, backup, clock.now())
      return { isTrashed }
    })

/** From the trash, or a last-chance backup into the space of its owner. */
export const restoreTrashed =
  ({ database, clock }: ManageDeps) =>
  (caller: Caller, backupId: number): Promise<BackupRow> =>
    database.db.transaction(async (tx) => {
      const backup = await getOwn(tx, caller, backupId)
      if (backup.state === 'failed') throw new AppError('NOT_FOUND')
      await setKept(tx, backup)
      await chargePacks(tx, caller.userId, await listPacksOf(tx, backupId), clock.now())
      const kept = await lockOwnBackup(tx, caller.userId, backupId)
      if (!kept) throw new AppError('NOT_FOUND')
      return kept
    })

export const setKeepLast =
  ({ database, clock }: ManageDeps) =>
  ({ userId }: Caller, deviceId: number, keepLast: number): Promise<{ keepLast: number }> =>
    database.db.transaction(async (tx) => {
      await setKeepLastRow(tx, deviceId, userId, keepLast)
      await keepNewest(tx, { deviceId, userId }, clock.now())
      return { keepLast }
    })

/** Backups of a space that is over its quota. */
export const backupHolder = ({ database, clock }: ManageDeps): SpaceHolder => ({
  listOldest,
  delete: (userId, backupId) =>
    database.db.transaction(async (tx) => {
      const backup = await lockOwnBackup(tx, userId, Number(backupId))
      if (backup?.state === 'complete') await eraseBackup(tx, backup, clock.now())
    }),
})
