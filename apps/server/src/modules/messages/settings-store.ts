import type { MessageType } from '@yunji/contract/messages/rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { messageSettings } from '../../tables/messages.ts'

/** WeChat reports that the user no longer agrees; its state overrides ours. */
export const forgetSubscriptions = async (db: Db, userId: number, messageType: MessageType): Promise<void> => {
  await db
    .update(messageSettings)
    .set({ subscriptionsLeft: 0 })
    .where(and(eq(messageSettings.userId, userId), eq(messageSettings.messageType, messageType)))
}

export const listSettingRows = (db: Db, userId: number) =>
  db.select().from(messageSettings).where(eq(messageSettings.userId, userId))

export const upsertSetting = async (
  db: Db,
  userId: number,
  messageType: MessageType,
  changes: Partial<Pick<typeof messageSettings.$inferInsert, 'isSubscribed' | 'isSentBySms'>>,
): Promise<void> => {
  await db
    .insert(messageSettings)
    .values({ userId, messageType, ...changes })
    .onConflictDoUpdate({ target: [messageSettings.userId, messageSettings.messageType], set: changes })
}

export const incrementSubscriptions = async (
  db: Db,
  userId: number,
  messageType: MessageType,
  maximum: number,
): Promise<void> => {
  await db
    .insert(messageSettings)
    .values({ userId, messageType, isSubscribed: true, subscriptionsLeft: 1 })
    .onConflictDoUpdate({
      target: [messageSettings.userId, messageSettings.messageType],
      set: {
        isSubscribed: true,
        subscriptionsLeft: sql`least(${messageSettings.subscriptionsLeft} + 1, ${maximum})`,
      },
    })
}
