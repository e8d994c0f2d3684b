import { formatYuan } from '@yunji/contract/display/money'
import { formatDate } from '@yunji/contract/display/time'
import type { MessageEvent } from '@yunji/contract/messages/rules'
import { type PageRoute, pathOf } from '@yunji/contract/pages'
import type { EventFacts } from '../../../platform/outbox/events.ts'

/** What somebody reads. */
export interface MessageText {
  readonly title: string
  readonly content: string
  /** One sentence that says it all: the message centre shows it, and a way outside has room for no more. */
  readonly summary: string
  /** A page of ours with its query, and what the way there is called; both empty where it leads nowhere. */
  readonly link: string
  readonly linkText: string
  readonly deviceId?: number | undefined
}

export type Templates<Events extends MessageEvent> = {
  readonly [Event in Events]: (facts: EventFacts[Event]) => MessageText
}

const CHINA_MINUTES = 8 * 60
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A moment as a clock in China shows it. */
export const formatTime = (atMs: number): string => formatDate(atMs, 'YYYY-MM-DD HH:mm', CHINA_MINUTES)

export const formatPrice = (cents: number): string => `¥${formatYuan(cents)}`

/** `18 小时`: the largest unit, rounded to what a person would say. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds >= DAY_MS) return `${Math.round(milliseconds / DAY_MS)} 天`
  if (milliseconds >= HOUR_MS) return `${Math.round(milliseconds / HOUR_MS)} 小时`
  return `${Math.max(1, Math.round(milliseconds / MINUTE_MS))} 分钟`
}

/** `星海远征 06 ` or `星海远征 06 等 3 台设备`: what follows a name stands apart from it. */
export const formatDevices = (firstName: string, count: number): string =>
  count > 1 ? `${firstName} 等 ${count} 台设备` : `${firstName} `

export const linkTo = (route: PageRoute, query: Readonly<Record<string, string | number>> = {}): string => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return text ? `${pathOf(route)}?${text}` : pathOf(route)
}
