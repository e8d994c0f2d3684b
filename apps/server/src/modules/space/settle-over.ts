import { OVER_KEPT_MS } from '@yunji/contract/space/file/rules'
import type { Logger } from 'pino'
import { type Clock, DAY_MS, later } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../platform/each-row.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { listOver, type OverRow, setOverSince } from './over-store.ts'
import { findSpace, lockSpace } from './quota.ts'
import { findOverSince } from './store.ts'

/** Something that is deleted when it is the oldest of a space that is over its quota. */
interface HeldItem {
  readonly id: string
  readonly createdAt: Date
}

/** Kind of things that fill a space: files, backups. */
export interface SpaceHolder {
  /** Oldest first. */
  listOldest(db: Db, userId: number, limit: number): Promise<readonly HeldItem[]>
  /** For good, not by way of the trash. */
  delete(userId: number, id: string): Promise<unknown>
}

interface OverDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Pick<Outbox, 'add'>
  readonly holders: readonly SpaceHolder[]
}

const SETTLE_OVER = 'space.settleOver'
const AT_ONCE = 200
const OLDEST_AT_ONCE = 50
/** Told again before the first deletion. */
const REMIND_BEFORE_MS = DAY_MS

/**
 * Spaces that an ended plan has left over their quota. Nothing can be added to one from then on; its owner is told at
 * once, a day before the end of the seven days, and after the oldest files and backups were deleted.
 */
export const settleOverSpaces = (deps: OverDeps): (() => Promise<void>) => {
  const { database, clock, log } = deps
  const work = {
    job: SETTLE_OVER,
    log,
    backoff: createBackoff(clock),
    fields: ({ userId }: OverRow) => ({ userId }),
  }
  return async () => {
    const now = clock.now()
    const rows = readPages<OverRow>(AT_ONCE, (after, limit) => listOver(database.db, now, after, limit))
    await forEachRow(work, rows, async ({ userId }) => {
      const overSince = await noteState(deps, userId)
      if (overSince && later(overSince, OVER_KEPT_MS) <= clock.now()) await deleteOldest(deps, userId, overSince)
    })
  }
}

/** Writes down since when the space is over its quota and tells its owner; null when it fits. */
const noteState = ({ database: { db }, clock, outbox }: OverDeps, userId: number): Promise<Date | null> =>
  db.transaction(async (tx) => {
    await lockSpace(tx, userId)
    const now = clock.now()
    const { quotaBytes, usedBytes } = await findSpace(tx, userId, now)
    const known = await findOverSince(tx, userId)
    if (usedBytes <= quotaBytes) {
      if (known) await setOverSince(tx, userId, null)
      return null
    }
    const since = known ?? now
    if (!known) await setOverSince(tx, userId, since)
    const deletesFrom = later(since, OVER_KEPT_MS)
    const payload = { overBytes: usedBytes - quotaBytes, deletesFrom: deletesFrom.getTime() }
    const mark = `${userId}:${since.getTime()}`
    if (!known) await outbox.add(tx, { event: 'spaceOver', userId, key: `spaceOver:${mark}`, payload })
    else if (later(deletesFrom, -REMIND_BEFORE_MS) <= now && now < deletesFrom)
      await outbox.add(tx, { event: 'spaceDeletionSoon', userId, key: `spaceDeletionSoon:${mark}`, payload })
    return since
  })

const deleteOldest = async (deps: OverDeps, userId: number, overSince: Date): Promise<void> => {
  const {
    database: { db },
    clock,
    outbox,
    holders,
  } = deps
  const isOver = async (tx: Db | Tx): Promise<boolean> => {
    const { quotaBytes, usedBytes } = await findSpace(tx, userId, clock.now())
    return usedBytes > quotaBytes
  }
  let deleted = 0
  for (let oldest = await listOldest(db, holders, userId); oldest.length > 0; ) {
    for (const { holder, item } of oldest) {
      if (!(await isOver(db))) break
      await holder.delete(userId, item.id)
      deleted += 1
    }
    oldest = (await isOver(db)) ? await listOldest(db, holders, userId) : []
  }
  await db.transaction(async (tx) => {
    await lockSpace(tx, userId)
    if (!(await isOver(tx))) await setOverSince(tx, userId, null)
    if (deleted === 0) return
    const key = `spaceDeleted:${userId}:${overSince.getTime()}`
    await outbox.add(tx, { event: 'spaceDeleted', userId, key, payload: { count: deleted } })
  })
}

const listOldest = async (db: Db, holders: readonly SpaceHolder[], userId: number) => {
  const lists = await Promise.all(
    holders.map(async (holder) =>
      (await holder.listOldest(db, userId, OLDEST_AT_ONCE)).map((item) => ({ holder, item })),
    ),
  )
  return lists
    .flat()
    .toSorted((one, other) => one.item.createdAt.getTime() - other.item.createdAt.getTime())
    .slice(0, OLDEST_AT_ONCE)
}
