import { OVER_KEPT_MS } from '@yunji/contract/space/file/rules'
import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  addBytes,
  boughtGb,
  findBytesByKind,
  findNextEnd,
  findOverSince,
  findUsage,
  lockUsage,
  type SpaceKind,
  type Usage,
} from './store.ts'

/** Files and backups count against the quota; the trash may hold as much again, and last-chance backups have no limit. */
const usedBytes = ({ file, backup }: Usage): number => file + backup

const findQuota = async (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  SPACE_FREE_BYTES + gigabytes(await boughtGb(db, userId, now))

export const findSpace = async (db: Db | Tx, userId: number, now: Date) => {
  const [quotaBytes, usage] = await Promise.all([findQuota(db, userId, now), findUsage(db, userId)])
  return { quotaBytes, usedBytes: usedBytes(usage), usage }
}

/** Space as its owner sees it. */
export const describeSpace = async (db: Db, userId: number, now: Date) => {
  const [{ quotaBytes, usedBytes: used, usage }, bytesByKind, planEndsAt, overSince] = await Promise.all([
    findSpace(db, userId, now),
    findBytesByKind(db, userId),
    findNextEnd(db, userId, now),
    findOverSince(db, userId),
  ])
  const isReadOnly = used > quotaBytes
  return {
    quotaBytes,
    usedBytes: used,
    fileBytes: usage.file,
    bytesByKind,
    backupBytes: usage.backup,
    trashBytes: usage.trash,
    lastChanceBytes: usage.lastChance,
    planEndsAt: planEndsAt?.getTime() ?? null,
    isReadOnly,
    deletesFrom: isReadOnly ? later(overSince ?? now, OVER_KEPT_MS).getTime() : null,
  }
}

const assertFits = async (tx: Tx, userId: number, kind: SpaceKind, bytes: number, now: Date): Promise<void> => {
  const usage = await lockUsage(tx, userId)
  if (kind === 'lastChance') return
  const quotaBytes = await findQuota(tx, userId, now)
  if (kind === 'trash') {
    if (usage.trash + bytes > quotaBytes) throw new AppError('CLOUD_SPACE_NOT_ENOUGH', { text: '回收站已满，请先清空' })
    return
  }
  const used = usedBytes(usage)
  if (used > quotaBytes) throw new AppError('OVER_CLOUD_SPACE')
  if (used + bytes > quotaBytes) throw new AppError('CLOUD_SPACE_NOT_ENOUGH')
}

/**
 * Charges bytes to the user's space, or throws: 1026 when it is over its quota already, 1039 when these would not fit.
 * The usage stays locked until the transaction ends, so concurrent charges never exceed the quota together.
 */
export const chargeSpace = async (tx: Tx, userId: number, kind: SpaceKind, bytes: number, now: Date): Promise<void> => {
  await assertFits(tx, userId, kind, bytes, now)
  await addBytes(tx, userId, { [kind]: bytes })
}

/** Held until the transaction ends: whatever changes what a user keeps takes it first. */
export const lockSpace = async (tx: Tx, userId: number): Promise<void> => {
  await lockUsage(tx, userId)
}

/** Gives back what was charged. */
export const releaseSpace = (tx: Tx, userId: number, kind: SpaceKind, bytes: number): Promise<void> =>
  addBytes(tx, userId, { [kind]: -bytes })

/** Counts charged bytes under another kind, with the checks of a charge: a deleted file is trash, a restored one is not. */
export const moveSpace = async (
  tx: Tx,
  userId: number,
  { from, to, bytes }: { readonly from: SpaceKind; readonly to: SpaceKind; readonly bytes: number },
  now: Date,
): Promise<void> => {
  await assertFits(tx, userId, to, bytes, now)
  await addBytes(tx, userId, { [from]: -bytes, [to]: bytes })
}
