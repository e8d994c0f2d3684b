import type { Logger } from 'pino'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { ObjectKind } from '../../../platform/object-store.ts'
import { type BlockStoreDeps, packKey } from './block-store.ts'
import { eraseBackup } from './manage-backups.ts'
import { deletePack, listKnownPacks, listUnusedPacks } from './pack-store.ts'
import { listDue, lockOwnBackup } from './store.ts'

interface SweepDeps extends BlockStoreDeps {
  readonly log: Logger
}

const AT_ONCE = 100
const JOB = 'space.sweepBackups'

/** Erases backups whose time in the trash, or as a last chance, is over; then deletes packs that no backup uses. */
export const sweepBackups = ({ database: { db }, clock, objectStore, log }: SweepDeps) => {
  const backoff = createBackoff(clock)
  return async (): Promise<void> => {
    const now = clock.now()
    const due = readPages<{ id: number; userId: number }>(AT_ONCE, (after, limit) => listDue(db, now, limit, after?.id))
    const dueWork = { job: JOB, log, backoff, fields: ({ id: backupId }: { id: number }) => ({ backupId }) }
    await forEachRow(dueWork, due, ({ id, userId }) =>
      db.transaction(async (tx) => {
        const backup = await lockOwnBackup(tx, userId, id)
        if (backup?.deleteAt && backup.deleteAt <= now) await eraseBackup(tx, backup, now)
      }),
    )
    const unused = readPages<{ id: number }>(AT_ONCE, (after, limit) => listUnusedPacks(db, limit, after?.id))
    const packWork = { job: JOB, log, backoff, fields: ({ id: packId }: { id: number }) => ({ packId }) }
    await forEachRow(packWork, unused, async ({ id }) => {
      await objectStore.delete(packKey(id))
      await deletePack(db, id)
    })
  }
}

const PREFIX = packKey('')

export const packObjects: ObjectKind = {
  prefix: PREFIX,
  findKnown: async (db, keys) => {
    const ids = keys.map((key) => Number(key.slice(PREFIX.length))).filter(Number.isSafeInteger)
    return (await listKnownPacks(db, ids)).map(packKey)
  },
}
