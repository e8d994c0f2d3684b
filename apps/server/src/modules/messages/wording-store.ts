import { eq, like } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { settings } from '../../tables/platform.ts'
import type { OwnWording, OwnWordings } from './templates.ts'

const PREFIX = 'messageWording.'

const isWording = (key: string) => eq(settings.key, PREFIX + key)

export const readOwnWordings = async (db: Db | Tx): Promise<OwnWordings> => {
  const rows = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(like(settings.key, `${PREFIX}%`))
  return new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), value as OwnWording]))
}

export const findOwnWording = async (db: Db | Tx, key: string): Promise<OwnWording | null> => {
  const [row] = await db.select({ value: settings.value }).from(settings).where(isWording(key))
  return (row?.value as OwnWording | undefined) ?? null
}

export const writeOwnWording = async (tx: Db | Tx, key: string, value: OwnWording, updatedAt: Date): Promise<void> => {
  await tx
    .insert(settings)
    .values({ key: PREFIX + key, value, updatedAt })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
}

export const deleteOwnWording = async (tx: Db | Tx, key: string): Promise<void> => {
  await tx.delete(settings).where(isWording(key))
}
