import type { ScreenHost } from './door.ts'
import { say } from './draw/fonts.ts'

const DEFAULT_ZONE = 'Asia/Shanghai'
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
  const shifted = new Date(date.toLocaleString('en-US', { timeZone: zoneOf(host) }))
  return {
    month: shifted.getMonth() + 1,
    day: shifted.getDate(),
    weekday: shifted.getDay(),
    hour: shifted.getHours(),
    minute: shifted.getMinutes(),
  }
}

export function clockText(host: ScreenHost, date = host.now()): string {
  const { hour, minute } = localTime(host, date)
  return `${hour}:${String(minute).padStart(2, '0')}`
}

export function dateText(host: ScreenHost, date = host.now()): string {
  const { month, day, weekday } = localTime(host, date)
  const english = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', weekday: 'short' })
  return say(`${month}月${day}日 周${WEEKDAYS[weekday] ?? ''}`, english)
}

/** A moment in the past, as short as it can be told. */
export function momentText(host: ScreenHost, at: number): string {
  const then = localTime(host, new Date(at))
  const now = localTime(host, host.now())
  if (then.month === now.month && then.day === now.day) return clockText(host, new Date(at))
  return say(`${then.month}月${then.day}日`, `${then.month}/${then.day}`)
}

function zoneOf(host: ScreenHost): string {
  const zone = host.getProperty('persist.sys.timezone')
  return zone !== '' && Intl.supportedValuesOf('timeZone').includes(zone) ? zone : DEFAULT_ZONE
}
