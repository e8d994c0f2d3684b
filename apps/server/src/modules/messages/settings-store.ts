import type { AlertKind, MessageType } from '@yunji/contract/messages/rules'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { alertSettings } from '../../tables/alerts.ts'
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

/** Alerts that these users have switched off, of all users in one query. */
export const listAlertsOff = (tx: Tx | Db, userIds: readonly number[]) =>
  tx
    .select({ userId: alertSettings.userId, alert: alertSettings.alert })
    .from(alertSettings)
    .where(and(inArray(alertSettings.userId, [...userIds]), eq(alertSettings.isOn, false)))

export const upsertAlert = async (db: Db, userId: number, alert: AlertKind, isOn: boolean): Promise<void> => {
  await db
    .insert(alertSettings)
    .values({ userId, alert, isOn })
    .onConflictDoUpdate({ target: [alertSettings.userId, alertSettings.alert], set: { isOn } })
}
