import { eq } from 'drizzle-orm'
import type { Client } from 'pg'
import { ConfigError } from '../config/names.ts'
import type { Db } from '../platform/database.ts'
import { settings } from '../tables/platform.ts'

const KEY = 'restoredBackup'
/** Begins the ids under which a restore claims attached phones. */
export const CLAIM_PREFIX = 'restored-'

/** File of the data folder: who has which phone of `YUNJI_PHONES`. */
export const LISTED_PHONES = 'listed-phones.json'
/** Stands beside a restored list until an operator has erased the phones that are free by it. */
export const RESTORED_LIST = 'listed-phones-restored'

/** Row of `settings` that a restore writes with the rows of the backup. */
export interface RestoredMark {
  /** SHA-256 of the backup's manifest. */
  readonly manifest: string
  /** A drill reaches nothing outside, above all no phone: the same phones serve customers of the original. */
  readonly isDrill: boolean
  /** Name of the object store that the objects went to. */
  readonly storeName: string
}

export const isSameRestore = (one: RestoredMark, other: RestoredMark): boolean =>
  one.manifest === other.manifest && one.isDrill === other.isDrill && one.storeName === other.storeName

/** Runs in the loading transaction. Replaces the mark that the backup itself may contain. */
export const writeRestoredMark = async (client: Client, mark: RestoredMark): Promise<void> => {
  await client.query(
    `insert into settings (key, value, updated_at) values ($1, $2, now())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [KEY, JSON.stringify(mark)],
  )
}

/**
 * Claims every free attached phone, in the loading transaction: somebody may have rented it since the backup was made, and
 * it is not sold again with that person's data. Older schemas have no such phones.
 */
export const claimFreePhones = async (client: Client, manifest: string): Promise<void> => {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('attached_phones') is not null as found`)
  if (!rows[0]?.found) return
  await client.query('update attached_phones set phone_id = $1::text || id, is_erasing = true where phone_id is null', [
    `${CLAIM_PREFIX}${manifest.slice(0, 12)}-`,
  ])
}

type DatabaseContent = { readonly isUsed: false } | { readonly isUsed: true; readonly mark: RestoredMark | undefined }

/** The queue's tables alone do not make a database a used one: they are created before the loading transaction. */
export const readContent = async (client: Client): Promise<DatabaseContent> => {
  const { rows } = await client.query<{ isUsed: boolean; hasSettings: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isUsed", to_regclass('settings') is not null as "hasSettings"`,
  )
  if (!rows[0]?.isUsed) return { isUsed: false }
  if (!rows[0].hasSettings) return { isUsed: true, mark: undefined }
  const marks = await client.query<{ value: RestoredMark }>('select value from settings where key = $1', [KEY])
  return { isUsed: true, mark: marks.rows[0]?.value }
}

interface Outside {
  /** The setting that names each real provider. */
  readonly realProviders: readonly string[]
  /** Absent in processes that use no object store. */
  readonly storeName?: string
}

/**
 * Whether the database is that of a drill, which then runs without phones and demo data. Refuses one beside a real provider:
 * its pending refunds, renewals and messages are those of the original. In another object store it would sweep the objects
 * that it does not know.
 */
export const checkDrill = async (db: Db, { realProviders, storeName }: Outside): Promise<boolean> => {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  const mark = row?.value as RestoredMark | undefined
  if (!mark?.isDrill) return false
  if (realProviders[0]) {
    throw new ConfigError(
      `this database was restored with --drill, and ${realProviders[0]} names a real provider: unset the settings of all ` +
        'providers, or restore the backup with --live in the place of the original (docs/backup.md)',
    )
  }
  if (storeName !== undefined && storeName !== mark.storeName) {
    throw new ConfigError(`this database was restored with --drill into another object store: ${mark.storeName}`)
  }
  return true
}
