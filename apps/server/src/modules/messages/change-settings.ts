import { alertKinds, MessageType, smsTypesByDefault } from '@yunji/contract/messages/rules'
import type { AlertSetting, MessageSetting } from '@yunji/contract/messages/schema'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MessageDeps } from './deps.ts'
import { incrementSubscriptions, listAlertsOff, listSettingRows, upsertAlert, upsertSetting } from './settings-store.ts'

/** Upper limit of unspent subscriptions, however often the user agrees. */
const MOST_SUBSCRIPTIONS = 100

export const getSettings =
  ({ database: { db }, subscriptions, sms }: MessageDeps) =>
  async (userId: number) => ({
    settings: await listSettings(db, userId, sms.canNotify),
    alerts: await listAlerts(db, userId),
    templates: [...subscriptions.templates],
  })

/** Every alert, also those without a row. */
const listAlerts = async (db: Db, userId: number): Promise<AlertSetting[]> => {
  const off = new Set((await listAlertsOff(db, [userId])).map(({ alert }) => alert))
  return alertKinds.map((alert) => ({ alert, isOn: !off.has(alert) }))
}

export const updateAlert =
  (deps: MessageDeps) =>
  async (userId: number, { alert, isOn }: AlertSetting) => {
    await upsertAlert(deps.database.db, userId, alert, isOn)
    return getSettings(deps)(userId)
  }

/** Every type, also those without a row. */
const listSettings = async (db: Db, userId: number, canNotify: boolean): Promise<MessageSetting[]> => {
  const rows = await listSettingRows(db, userId)
  return Object.values(MessageType).map((messageType) => {
    const row = rows.find((one) => one.messageType === messageType)
    return {
      messageType,
      isSubscribed: row?.isSubscribed ?? false,
      subscriptionsLeft: row?.subscriptionsLeft ?? 0,
      isSentBySms: row?.isSentBySms ?? (canNotify && smsTypesByDefault.includes(messageType)),
    }
  })
}

interface SettingChange {
  readonly messageType: MessageType
  readonly isSubscribed?: boolean | undefined
  readonly isSentBySms?: boolean | undefined
}

export const updateSetting =
  (deps: MessageDeps) =>
  async (userId: number, { messageType, isSubscribed, isSentBySms }: SettingChange) => {
    if (isSentBySms && !deps.sms.canNotify) throw new AppError('BAD_INPUT', { text: '暂不支持短信提醒' })
    const changes = {
      ...(isSubscribed !== undefined && { isSubscribed }),
      ...(isSentBySms !== undefined && { isSentBySms }),
    }
    if (Object.keys(changes).length > 0) await upsertSetting(deps.database.db, userId, messageType, changes)
    return getSettings(deps)(userId)
  }

/** The user has agreed in the mini-program to one more message. */
export const addSubscription = (deps: MessageDeps) => async (userId: number, messageType: MessageType) => {
  const isOffered = deps.subscriptions.templates.some((template) => template.messageType === messageType)
  if (!isOffered) throw new AppError('BAD_INPUT', { text: '暂不支持订阅该类消息' })
  await incrementSubscriptions(deps.database.db, userId, messageType, MOST_SUBSCRIPTIONS)
  return getSettings(deps)(userId)
}
