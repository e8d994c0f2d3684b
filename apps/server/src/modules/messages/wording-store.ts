import { type MessageTexts, messageTexts } from '@yunji/contract/messages/wording'
import { parseAs } from '@yunji/contract/wire/call'
import { eq, like } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { settings } from '../../tables/platform.ts'

const PREFIX = 'messageWording.'

/** Key among the settings. */
export const wordingSetting = (key: string): string => PREFIX + key

/** Unreadable ones give way to ours: a customer waits for the message. */
export const readOwnWordings = async (db: Db | Tx): Promise<ReadonlyMap<string, MessageTexts>> => {
  const rows = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(like(settings.key, `${PREFIX}%`))
  const wordings = new Map<string, MessageTexts>()
  for (const { key, value } of rows) {
    const wording = parseAs(messageTexts, value)
    if (wording) wordings.set(key.slice(PREFIX.length), wording)
  }
  return wordings
}

export const deleteOwnWording = async (tx: Db | Tx, key: string): Promise<void> => {
  await tx.delete(settings).where(eq(settings.key, wordingSetting(key)))
}
