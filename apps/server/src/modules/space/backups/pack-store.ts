import { encodeFrames } from '@yunji/backup-format/manifest'
import type { BlockLocation, PackedBlock, WrittenPack } from '@yunji/backup-format/types'
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { query } from '../../../platform/transaction.ts'
import { backupPacks, backupPackUses, backups } from '../../../tables/backups.ts'

export type ChargedAs = NonNullable<(typeof backupPacks.$inferSelect)['chargedAs']>

interface FoundBlock {
  readonly pack_id: string
  readonly hash: string
  readonly block_offset: number
  readonly block_length: number
}

const toLocations = (rows: readonly FoundBlock[]): Map<string, BlockLocation> =>
  new Map(
    rows.map(({ pack_id: packId, hash, block_offset: offset, block_length: length }) => [
      hash,
      { packId, hash, offset, length },
    ]),
  )

/**
 * Packs of which the newest backup of a device uses less than half are not used again, so that they go with the backups
 * before it: what is still needed of them is stored anew. One look into the index for each block, whatever the planner
 * believes about tables that grow while a backup is made.
 */
const FIND_REUSABLE = {
  name: 'backup_find_reusable_blocks',
  text: `
    select found.* from unnest($2::bytea[]) as wanted (hash)
    cross join lateral (
      select block.pack_id::text, encode(block.hash, 'hex') as hash, block.block_offset, block.block_length
      from backup_blocks block
      join backup_packs pack on pack.id = block.pack_id and pack.charged_as is not null
      where block.user_id = $1 and block.hash = wanted.hash
        and exists (
          select 1 from backup_pack_uses used join backups owner on owner.id = used.backup_id
          where used.pack_id = pack.id
            and (owner.id = $3 or (
              owner.state = 'complete' and used.used_bytes * 2 >= pack.raw_bytes and not exists (
                select 1 from backups newer
                where newer.device_id = owner.device_id and newer.id > owner.id and newer.state = 'complete'
              )
            ))
        )
      limit 1
    ) found`,
}

const bytesOf = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'))

export const findReusableBlocks = async (
  tx: Tx,
  { userId, backupId }: { readonly userId: number; readonly backupId: number },
  hashes: readonly string[],
): Promise<Map<string, BlockLocation>> =>
  toLocations(await query<FoundBlock & Record<string, unknown>>(tx, FIND_REUSABLE, [userId, bytesOf(hashes), backupId]))

/** Locks packs against their deletion, in the order of their ids; returns those that are not given up. */
export const holdPacks = async (tx: Tx, packIds: readonly string[]): Promise<string[]> => {
  const held = await tx
    .select({ id: backupPacks.id })
    .from(backupPacks)
    .where(and(sql`${backupPacks.id} = any(${sql.param([...packIds])}::bigint[])`, isNotNull(backupPacks.chargedAs)))
    .orderBy(asc(backupPacks.id))
    .for('share')
  return held.map(({ id }) => String(id))
}

const FIND_OWN = {
  name: 'backup_find_own_blocks',
  text: `
    select found.* from unnest($2::bytea[]) as wanted (hash)
    cross join lateral (
      select block.pack_id::text, encode(block.hash, 'hex') as hash, block.block_offset, block.block_length
      from backup_blocks block join backup_pack_uses used on used.pack_id = block.pack_id and used.backup_id = $1
      where block.user_id = (select user_id from backups where id = $1) and block.hash = wanted.hash
      limit 1
    ) found`,
}

/** Blocks of one backup, for reading. */
export const findBlocks = async (
  tx: Tx,
  backupId: number,
  hashes: readonly string[],
): Promise<Map<string, BlockLocation>> =>
  toLocations(await query<FoundBlock & Record<string, unknown>>(tx, FIND_OWN, [backupId, bytesOf(hashes)]))

const SET_USES = {
  name: 'backup_set_uses',
  text: `
    insert into backup_pack_uses (backup_id, pack_id, used_bytes)
    select $1, * from unnest($2::bigint[], $3::bigint[])
    on conflict (backup_id, pack_id) do update set used_bytes = excluded.used_bytes`,
}

export const setUses = async (
  tx: Tx,
  backupId: number,
  uses: readonly (readonly [packId: string, bytes: number])[],
): Promise<void> => {
  if (uses.length === 0) return
  await query(tx, SET_USES, [backupId, uses.map(([packId]) => packId), uses.map(([, bytes]) => bytes)])
}

/** Uses of an earlier attempt: its packs stay until this attempt has not needed them. */
export const resetUses = async (tx: Tx, backupId: number): Promise<void> => {
  await tx.update(backupPackUses).set({ usedBytes: 0 }).where(eq(backupPackUses.backupId, backupId))
}

/** Returns the packs. */
export const deleteUses = async (tx: Tx, backupId: number, which: 'all' | 'needless'): Promise<number[]> => {
  const isNeedless = which === 'all' ? undefined : eq(backupPackUses.usedBytes, 0)
  const deleted = await tx
    .delete(backupPackUses)
    .where(and(eq(backupPackUses.backupId, backupId), isNeedless))
    .returning({ packId: backupPackUses.packId })
  return deleted.map(({ packId }) => packId)
}

export const listPacksOf = async (tx: Tx, backupId: number): Promise<number[]> => {
  const uses = await tx
    .select({ packId: backupPackUses.packId })
    .from(backupPackUses)
    .where(eq(backupPackUses.backupId, backupId))
  return uses.map(({ packId }) => packId)
}

/** Without bytes yet: they are charged and recorded with `fillPack`. */
export const insertPack = async (
  tx: Tx,
  pack: { userId: number; chargedAs: ChargedAs; createdAt: Date },
): Promise<number> => {
  const [row] = await tx
    .insert(backupPacks)
    .values({ ...pack, rawBytes: 0, storedBytes: 0, checksum: '', frames: Buffer.alloc(0) })
    .returning({ id: backupPacks.id })
  if (!row) throw new Error('no pack was inserted')
  return row.id
}

/** False when its row is gone. */
export const fillPack = async (
  tx: Tx,
  packId: number,
  { rawBytes, storedBytes, frames }: WrittenPack,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(backupPacks)
    .set({ rawBytes, storedBytes, frames: encodeFrames(frames) })
    .where(and(eq(backupPacks.id, packId), isNotNull(backupPacks.chargedAs)))
  return rowCount === 1
}

const INSERT_BLOCKS = {
  name: 'backup_insert_blocks',
  text: `
    insert into backup_blocks (pack_id, user_id, hash, block_offset, block_length)
    select $1, $2, * from unnest($3::bytea[], $4::integer[], $5::integer[])
    on conflict do nothing`,
}

export const insertBlocks = async (
  tx: Tx,
  packId: number,
  userId: number,
  blocks: readonly PackedBlock[],
): Promise<void> => {
  await query(tx, INSERT_BLOCKS, [
    packId,
    userId,
    bytesOf(blocks.map(({ hash }) => hash)),
    blocks.map(({ offset }) => offset),
    blocks.map(({ length }) => length),
  ])
}

export const findPack = async (db: Db | Tx, packId: number) => {
  const [pack] = await db
    .select({
      checksum: backupPacks.checksum,
      rawBytes: backupPacks.rawBytes,
      storedBytes: backupPacks.storedBytes,
      frames: backupPacks.frames,
    })
    .from(backupPacks)
    .where(eq(backupPacks.id, packId))
  return pack
}

interface LockedPack {
  readonly id: number
  readonly storedBytes: number
  readonly chargedAs: ChargedAs | null
}

/** In the order of their ids: two that lock the same packs never deadlock. */
export const lockPacks = (tx: Tx, packIds: readonly number[]): Promise<LockedPack[]> =>
  tx
    .select({ id: backupPacks.id, storedBytes: backupPacks.storedBytes, chargedAs: backupPacks.chargedAs })
    .from(backupPacks)
    .where(sql`${backupPacks.id} = any(${sql.param([...packIds])}::bigint[])`)
    .orderBy(asc(backupPacks.id))
    .for('update')

/** How packs are to be charged by the backups that use them; unused ones are absent. */
export const findCharges = async (tx: Tx, packIds: readonly number[]): Promise<Map<number, ChargedAs>> => {
  const isLastChance = sql`${backups.origin} = 'lastChance'`
  const rows = await tx
    .select({
      packId: backupPackUses.packId,
      isKept: sql<boolean>`bool_or(${backups.state} <> 'trashed' and not ${isLastChance})`,
      isLastChance: sql<boolean>`bool_or(${isLastChance})`,
    })
    .from(backupPackUses)
    .innerJoin(backups, eq(backups.id, backupPackUses.backupId))
    .where(sql`${backupPackUses.packId} = any(${sql.param([...packIds])}::bigint[])`)
    .groupBy(backupPackUses.packId)
  return new Map(
    rows.map(({ packId, isKept, isLastChance: isLast }) => [
      packId,
      isKept ? 'backup' : isLast ? 'lastChance' : 'trash',
    ]),
  )
}

export const setCharge = async (tx: Tx, packIds: readonly number[], chargedAs: ChargedAs | null): Promise<void> => {
  await tx
    .update(backupPacks)
    .set({ chargedAs })
    .where(sql`${backupPacks.id} = any(${sql.param([...packIds])}::bigint[])`)
}

export const listUnusedPacks = (db: Db, limit: number, afterId = 0): Promise<{ id: number }[]> =>
  db
    .select({ id: backupPacks.id })
    .from(backupPacks)
    .where(and(isNull(backupPacks.chargedAs), gt(backupPacks.id, afterId)))
    .orderBy(asc(backupPacks.id))
    .limit(limit)

/** Those of the ids that have a row. */
export const listKnownPacks = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const packs = await db
    .select({ id: backupPacks.id })
    .from(backupPacks)
    .where(inArray(backupPacks.id, [...ids]))
  return packs.map(({ id }) => id)
}

/** Its blocks go with it. */
export const deletePack = async (db: Db, packId: number): Promise<void> => {
  await db.delete(backupPacks).where(and(eq(backupPacks.id, packId), isNull(backupPacks.chargedAs)))
}
