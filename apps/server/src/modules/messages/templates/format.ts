import { formatBeansPayment, formatYuan } from '@yunji/contract/display/money'
import { formatCount } from '@yunji/contract/display/text'
import { CHINA_OFFSET_MINUTES, formatDate } from '@yunji/contract/display/time'
import type { MessageEvent } from '@yunji/contract/messages/rules'
import { type PageRoute, pathOf } from '@yunji/contract/pages'
import type { EventPayloads } from '../../../platform/outbox/events.ts'

export interface MessageText {
  readonly title: string
  readonly content: string
  /** One sentence with the whole content: shown by the message centre and sent by SMS and WeChat. */
  readonly summary: string
  /** Page of the client with its query, and the text of its link; both empty where there is none. */
  readonly link: string
  readonly linkText: string
  readonly deviceId?: number | undefined
  /** Further devices of a message about several. */
  readonly otherDeviceIds?: readonly number[] | undefined
}

/** A text with named facts, such as `「{商品}」已退款 {金额}`. Operators may put another pattern in its place. */
export interface Wording {
  readonly pattern: string
  readonly facts: Readonly<Record<string, string>>
}

/** Message of an event before its facts are filled in. */
export interface Written extends Omit<MessageText, 'title' | 'content' | 'summary'> {
  readonly title: Wording | string
  readonly content: Wording | string
  readonly summary: Wording | string
  /** Name of the case, where an event has several with words of their own. */
  readonly variant?: string | undefined
}

export type Templates<Events extends MessageEvent> = {
  readonly [Event in Events]: (payload: EventPayloads[Event]) => Written
}

/** A template literal whose values are facts: pairs of name and text. */
export const say = (
  parts: readonly string[],
  ...facts: readonly (readonly [name: string, value: string])[]
): Wording => ({
  pattern: parts.reduce((text, part, index) => `${text}{${facts[index - 1]?.[0]}}${part}`),
  facts: Object.fromEntries(facts),
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Local time in China. */
export const formatTime = (atMs: number): string => formatDate(atMs, 'YYYY-MM-DD HH:mm', CHINA_OFFSET_MINUTES)

export const formatPrice = (cents: number): string => `¥${formatYuan(cents)}`

/** Amount paid or refunded: beans as beans, with their value in yuan. */
export const formatPaid = ({ amountCents, isBeans = false }: { amountCents: number; isBeans?: boolean | undefined }) =>
  isBeans ? formatBeansPayment(amountCents) : formatPrice(amountCents)

/** `18 小时`: rounded to the largest unit. */
export const formatDuration = (milliseconds: number): string => {
  if (milliseconds >= DAY_MS) return `${Math.round(milliseconds / DAY_MS)} 天`
  if (milliseconds >= HOUR_MS) return `${Math.round(milliseconds / HOUR_MS)} 小时`
  return `${Math.max(1, Math.round(milliseconds / MINUTE_MS))} 分钟`
}

/** `星海远征 06 ` or `星海远征 06 等 3 台设备`: a space separates the name from the text after it. */
export const formatDevices = (firstName: string, count: number): string =>
  count > 1 ? `${firstName} 等 ${formatCount(count)} 台设备` : `${firstName} `

export const linkTo = (route: PageRoute, query: Readonly<Record<string, string | number>> = {}): string => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return text ? `${pathOf(route)}?${text}` : pathOf(route)
}
