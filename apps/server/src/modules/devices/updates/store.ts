import { and, asc, eq, gt, isNotNull, isNull, not, notExists } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { settings } from '../../../tables/platform.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'
import { isAnyOf, transition } from '../fleet/index.ts'

/** The setting that the constant `imageVersionInfoKey` names. */
export const findImageSetting = async (db: Db | Tx): Promise<unknown> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .innerJoin(
      dictionaryEntries,
      and(
        eq(dictionaryEntries.category, 'constant'),
        eq(dictionaryEntries.name, 'imageVersionInfoKey'),
        eq(dictionaryEntries.value, settings.key),
      ),
    )
  return row?.value
}

export const setImageVersion = async (tx: Tx, deviceId: number, imageVersion: string): Promise<void> => {
  await tx.update(devices).set({ imageVersion }).where(eq(devices.id, deviceId))
}

/** Without a task part that is open. Every busy device has a deadline, which is indexed. */
const isLostUpdate = (db: Db | Tx) =>
  and(
    eq(devices.state, 'updating'),
    isNotNull(devices.stateDeadline),
    notExists(
      db
        .select({ id: taskParts.id })
        .from(taskParts)
        .where(and(eq(taskParts.deviceId, devices.id), isNull(taskParts.endedAt), not(taskParts.isBeside))),
    ),
  )

export interface LostUpdate {
  readonly deviceId: number
}

export const listLostUpdates = (db: Db, afterId: number, limit: number): Promise<LostUpdate[]> =>
  db
    .select({ deviceId: devices.id })
    .from(devices)
    .where(and(isLostUpdate(db), gt(devices.id, afterId)))
    .orderBy(asc(devices.id))
    .limit(limit)

/** False when a task works on it, or it was ended before. */
export const breakLostUpdate = async (tx: Tx, deviceId: number, now: Date): Promise<boolean> =>
  (await transition(tx, 'breakDown', now, and(isAnyOf([deviceId]), isLostUpdate(tx)))).length > 0
