import { CHINA_OFFSET_MINUTES } from '../display/time.ts'

export const ticketKinds = ['device', 'stream', 'order', 'account', 'space', 'advice', 'other'] as const
export type TicketKind = (typeof ticketKinds)[number]

export const ticketKindLabels: Readonly<Record<TicketKind, string>> = {
  device: '设备问题',
  stream: '画面与操作',
  order: '订单与退款',
  account: '账号与登录',
  space: '云空间与备份',
  advice: '建议',
  other: '其他',
}

/** Tickets of one account that are not closed, and those that it may open in a day. */
export const MAX_OPEN_TICKETS = 5
export const MAX_TICKETS_PER_DAY = 10
/** The same for a number without a login. */
export const MAX_OPEN_CONTACT_TICKETS = 2
export const MAX_CONTACT_TICKETS_PER_DAY = 3
export const MAX_REPLIES_PER_HOUR = 20
/** Replies of both sides. A longer matter continues in a new ticket. */
export const MAX_REPLIES_PER_TICKET = 200
export const MAX_PICTURES_PER_REPLY = 6
export const MAX_PICTURES_PER_TICKET = 30
export const MAX_ARTICLES = 500
/** Closed tickets are deleted after this time, and a number without a login reads those of the last months. */
export const CLOSED_TICKETS_KEPT_DAYS = 365
export const CONTACT_TICKETS_SHOWN_DAYS = 90

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const AHEAD_MS = CHINA_OFFSET_MINUTES * MINUTE_MS

/** Times are China's. Monday is 1, Sunday 7. */
export interface WorkingHours {
  readonly weekdays: readonly number[]
  /** `HH:mm`; the end is on the same day. */
  readonly from: string
  readonly to: string
  /** `YYYY-MM-DD`, without service. */
  readonly holidays: readonly string[]
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const dayNumber = (atMs: number): number => Math.floor((atMs + AHEAD_MS) / DAY_MS)
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** 1970 began on a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1

/** Service hours of a day as instants; undefined on a day without service. */
const shiftOf = ({ weekdays, from, to, holidays }: WorkingHours, day: number) => {
  if (!weekdays.includes(weekdayOf(day)) || holidays.includes(dateOf(day))) return undefined
  const startMs = day * DAY_MS - AHEAD_MS
  return { fromMs: startMs + minutesOf(from) * MINUTE_MS, toMs: startMs + minutesOf(to) * MINUTE_MS }
}

/** Bounds the search where all days are holidays. */
const LONGEST_WAIT_DAYS = 60

/** Instant after so many minutes of service; null when there is none within two months. */
export const serviceDueAt = (hours: WorkingHours, fromMs: number, minutes: number): number | null => {
  let leftMs = minutes * MINUTE_MS
  const today = dayNumber(fromMs)
  for (let day = today; day <= today + LONGEST_WAIT_DAYS; day += 1) {
    const shift = shiftOf(hours, day)
    if (!shift) continue
    const startMs = Math.max(shift.fromMs, fromMs)
    const availableMs = shift.toMs - startMs
    if (availableMs <= 0) continue
    if (leftMs <= availableMs) return startMs + leftMs
    leftMs -= availableMs
  }
  return null
}

export const isServiceOpen = (hours: WorkingHours, atMs: number): boolean => {
  const shift = shiftOf(hours, dayNumber(atMs))
  return shift !== undefined && atMs >= shift.fromMs && atMs < shift.toMs
}

const WEEKDAYS = '一二三四五六日'

const weekdaysText = (weekdays: readonly number[]): string => {
  const text = [...WEEKDAYS].filter((_, index) => weekdays.includes(index + 1)).join('、')
  if (weekdays.length === WEEKDAYS.length) return '每天'
  return text === '一、二、三、四、五' ? '周一至周五' : `周${text}`
}

/** `周一至周五 09:00–18:00`. */
export const workingHoursText = ({ weekdays, from, to, holidays }: WorkingHours): string =>
  `${weekdaysText(weekdays)} ${from}–${to}${holidays.length > 0 ? '（节假日除外）' : ''}`

/** Pieces of a search text, and how many of them are looked for. */
const MAX_GRAMS = 24
const WORDS = /[a-z0-9]+|[\u3400-\u9fff]+/g
/** Two characters that stand in questions about anything. */
const COMMON = new Set([
  '怎么',
  '么办',
  '如何',
  '什么',
  '为什',
  '可以',
  '能不',
  '不能',
  '我的',
  '一下',
  '请问',
  '的手',
  '了怎',
])

/**
 * Pieces of a text for a search without word boundaries: Latin words, and each two neighbouring Chinese characters. One
 * Chinese character alone stands for itself.
 */
export const searchGrams = (text: string): string[] => {
  const grams = new Set<string>()
  for (const [word] of text.toLowerCase().matchAll(WORDS)) {
    const characters = [...word]
    if (/^[a-z0-9]/.test(word) || characters.length === 1) grams.add(word.slice(0, 32))
    else for (let at = 0; at + 1 < characters.length; at += 1) grams.add(`${characters[at]}${characters[at + 1]}`)
  }
  const telling = [...grams].filter((gram) => !COMMON.has(gram))
  return (telling.length > 0 ? telling : [...grams]).slice(0, MAX_GRAMS)
}

const TITLE_CHARACTERS = 40

/** First line of the customer's words. */
export const ticketTitle = (content: string): string => {
  const [line = ''] = content.trim().split('\n')
  const characters = [...line]
  return characters.length > TITLE_CHARACTERS ? `${characters.slice(0, TITLE_CHARACTERS).join('')}…` : line
}
