import type { EventPayloads } from '../../platform/outbox/events.ts'
import { reminderEvents } from './change-store.ts'
import type { Waiting } from './outbox-store.ts'

type Reminder = EventPayloads['deviceExpiring'] | EventPayloads['deviceExpired']

const MINUTE_MS = 60_000

/** Reminders of one user with the same key share a message: phones of one order end in the same minute. */
const keyOf = ({ id, user_id, event, facts }: Waiting): string => {
  if (!reminderEvents.includes(event)) return `event:${id}`
  const { expiresAt, isMetered = false } = facts as EventPayloads['deviceExpired']
  return [user_id, event, isMetered, Math.floor(expiresAt / MINUTE_MS)].join(':')
}

const devicesOf = ({ facts }: Waiting) => {
  const { deviceId, deviceName, others = [] } = facts as Reminder
  return [{ deviceId, deviceName }, ...others]
}

/** Each device once: reminders that waited long may be two about the same one, and the last is the nearest to its end. */
const merge = (reminders: readonly [Waiting, ...Waiting[]]): Waiting => {
  const devices = new Map(reminders.flatMap(devicesOf).map((device) => [device.deviceId, device]))
  const [, ...others] = devices.values()
  const latest = reminders.at(-1) ?? reminders[0]
  return { ...latest, facts: { ...(latest.facts as Reminder), ...devicesOf(reminders[0])[0], others } }
}

/**
 * Merges reminders about devices of one user that end together into the last of them, first device first: one message,
 * and one SMS, instead of one for each phone. Other events stay as they are.
 */
export const mergeReminders = (waiting: readonly Waiting[]): readonly Waiting[] =>
  [...Map.groupBy(waiting, keyOf).values()].flatMap(([first, ...further]) => {
    if (!first) return []
    return further.length > 0 ? merge([first, ...further]) : first
  })
