import { localise } from './draw/fonts.ts'
import type { ScreenHost } from './types.ts'

const DEFAULT_ZONE = 'Asia/Shanghai'
const MAX_OFFSETS = 1000
const WEEKDAYS = '日一二三四五六'

interface LocalTime {
  month: number
  day: number
  weekday: number
  hour: number
  minute: number
}

/** A phone shows the time of its own zone, not of the machine that draws it. */
export function localTime(host: ScreenHost, date: Date): LocalTime {
  const shifted = new Date(date.getTime() + offsetMs(zoneOf(host), date))
  return {
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

export function clockText(host: ScreenHost, date = host.now()): string {
  const { hour, minute } = localTime(host, date)
  return `${hour}:${String(minute).padStart(2, '0')}`
}

export function dateText(host: ScreenHost, date = host.now()): string {
  const { month, day, weekday } = localTime(host, date)
  const english = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', weekday: 'short' })
  return localise(`${month}月${day}日 周${WEEKDAYS[weekday] ?? ''}`, english)
}

/** Short relative time. */
export function timeAgoText(host: ScreenHost, at: number): string {
  const then = localTime(host, new Date(at))
  const now = localTime(host, host.now())
  if (then.month === now.month && then.day === now.day) return clockText(host, new Date(at))
  return localise(`${then.month}月${then.day}日`, `${then.month}/${then.day}`)
}

function zoneOf(host: ScreenHost): string {
  const zone = host.getProperty('persist.sys.timezone')
  return zone === '' ? DEFAULT_ZONE : zone
}

const HOUR_MS = 3_600_000
const offsets = new Map<string, number>()

/** Asking for a zone's offset costs a millisecond, and a list asks for it in every row of every frame. */
function offsetMs(zone: string, date: Date): number {
  const key = `${zone}|${Math.floor(date.getTime() / HOUR_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  const offset = readOffset(zone, date)
  offsets.set(key, offset)
  return offset
}

function readOffset(zone: string, date: Date): number {
  try {
    const there = new Date(date.toLocaleString('en-US', { timeZone: zone, hourCycle: 'h23' }))
    const here = new Date(date.toLocaleString('en-US', { timeZone: 'UTC', hourCycle: 'h23' }))
    return there.getTime() - here.getTime()
  } catch {
    return zone === DEFAULT_ZONE ? 0 : readOffset(DEFAULT_ZONE, date)
  }
}
