import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import type { Db, Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addBytes, boughtGb, findUsage, lockUsage, type SpaceKind, type Usage } from './store.ts'

/** Files and backups count against the quota; the trash may hold as much again, and last-chance backups have no limit. */
const usedBytes = ({ file, backup }: Usage): number => file + backup

const findQuota = async (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  SPACE_FREE_BYTES + gigabytes(await boughtGb(db, userId, now))

export const findSpace = async (db: Db | Tx, userId: number, now: Date) => {
  const [quotaBytes, usage] = await Promise.all([findQuota(db, userId, now), findUsage(db, userId)])
  return { quotaBytes, usedBytes: usedBytes(usage), usage }
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
